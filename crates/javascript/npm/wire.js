// Passes texts of JSON to a module of WebAssembly and back.

/** Unpacks a module that stands in a text: gzip, as base64. */
export async function unpack(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/**
 * Returns a function that asks an export of the module. A module that has trapped may be in any state, so that the next
 * question goes to a new one.
 */
export function wire(module) {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const fresh = () => new WebAssembly.Instance(module).exports;
  let exports = fresh();
  return (name, question) => {
    const given = encoder.encode(JSON.stringify(question));
    const place = exports.room(given.length);
    new Uint8Array(exports.memory.buffer, place, given.length).set(given);
    let length;
    try {
      length = exports[name]();
    } catch (trap) {
      exports = fresh();
      throw trap;
    }
    const answer = new Uint8Array(exports.memory.buffer, exports.text(), length);
    return JSON.parse(decoder.decode(answer));
  };
}
