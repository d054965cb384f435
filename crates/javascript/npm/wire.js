// Passes bytes to a module of WebAssembly and back: `src/exchange.rs` is the other side.

/** Unpacks a module that stands in a text: gzip, as base64. */
export async function unpack(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/**
 * Returns a function that passes bytes to an export of the module, and returns those of the answer. A module that has
 * trapped may be in any state, so that the next question goes to a new one.
 */
export function wire(module) {
  const fresh = () => new WebAssembly.Instance(module).exports;
  let exports = fresh();
  return (name, question) => {
    const place = exports.room(question.length);
    new Uint8Array(exports.memory.buffer, place, question.length).set(question);
    let length;
    try {
      length = exports[name]();
    } catch (trap) {
      exports = fresh();
      throw trap;
    }
    // of an error the bits of the length are inverted
    const answer = new Uint8Array(exports.memory.buffer, exports.answered(), length < 0 ? ~length : length).slice();
    if (length < 0) throw new Error(new TextDecoder().decode(answer));
    return answer;
  };
}

/** The same for values of JSON. */
export function wireOfValues(module) {
  const ask = wire(module);
  return (name, question) => JSON.parse(new TextDecoder().decode(ask(name, new TextEncoder().encode(JSON.stringify(question)))));
}
