// Unpacks what stands in the page: the script and the module of WebAssembly, as LZMA in base64.
//
// With gzip, which browsers unpack themselves, the page is a third larger. The names are those of the specification in the
// LZMA SDK. The format is .lzma: 13 bytes of properties and sizes, and then what the range coder wrote.

const PROBABILITY = 1024; // one half, of 11 bits

/** Decodes bits, of which each has a probability that adapts. */
class RangeDecoder {
  constructor(bytes, from) {
    Object.assign(this, { bytes, at: from + 5, range: 0xffffffff, code: 0 });
    for (let at = from + 1; at < from + 5; at++) this.code = ((this.code << 8) | bytes[at]) >>> 0;
  }
  bit(probs, at) {
    const prob = probs[at], bound = (this.range >>> 11) * prob;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      probs[at] = prob + ((2048 - prob) >> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      probs[at] = prob - (prob >> 5);
      bit = 1;
    }
    if (this.range < 0x1000000) this.shift();
    return bit;
  }
  shift() {
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.bytes[this.at++]) >>> 0;
  }
  direct(count) {
    let value = 0;
    for (; count > 0; count--) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code -= this.range;
      value = ((value << 1) | bit) >>> 0;
      if (this.range < 0x1000000) this.shift();
    }
    return value;
  }
  tree(probs, from, bits) {
    let node = 1;
    for (let count = 0; count < bits; count++) node = (node << 1) | this.bit(probs, from + node);
    return node - (1 << bits);
  }
  reverseTree(probs, from, bits) {
    let [node, value] = [1, 0];
    for (let count = 0; count < bits; count++) {
      const bit = this.bit(probs, from + node);
      node = (node << 1) | bit;
      value |= bit << count;
    }
    return value;
  }
}

const probabilities = (count) => new Uint16Array(count).fill(PROBABILITY);

/** Decodes the lengths of matches. */
class LengthDecoder {
  choice = probabilities(2);
  low = probabilities(16 << 3);
  middle = probabilities(16 << 3);
  high = probabilities(256);
  decode(coder, posState) {
    if (!coder.bit(this.choice, 0)) return coder.tree(this.low, posState << 3, 3);
    if (!coder.bit(this.choice, 1)) return 8 + coder.tree(this.middle, posState << 3, 3);
    return 16 + coder.tree(this.high, 0, 8);
  }
}

/** Returns the distance of a match of this length, less one. */
function distanceOf(coder, length, { slots, special, align }) {
  const slot = coder.tree(slots, Math.min(length, 3) << 6, 6);
  if (slot < 4) return slot;
  const bits = (slot >> 1) - 1, distance = ((2 | (slot & 1)) << bits) >>> 0;
  if (slot < 14) return distance + coder.reverseTree(special, distance - slot, bits);
  return distance + coder.direct(bits - 4) * 16 + coder.reverseTree(align, 0, 4);
}

function literalOf(coder, probs, from, match) {
  let symbol = 1;
  if (match >= 0) {
    while (symbol < 0x100) {
      const expected = (match >> 7) & 1;
      match <<= 1;
      const bit = coder.bit(probs, from + ((1 + expected) << 8) + symbol);
      symbol = (symbol << 1) | bit;
      if (bit !== expected) break;
    }
  }
  while (symbol < 0x100) symbol = (symbol << 1) | coder.bit(probs, from + symbol);
  return symbol & 0xff;
}

/** Unpacks bytes of the format .lzma, to so many bytes. */
export function unpackLzma(bytes, size) {
  const properties = bytes[0], lc = properties % 9, lp = Math.floor(properties / 9) % 5, pb = Math.floor(properties / 45);
  const out = new Uint8Array(size), coder = new RangeDecoder(bytes, 13);
  const [isMatch, isRep0Long] = [probabilities(12 << 4), probabilities(12 << 4)];
  const [isRep, isRep0, isRep1, isRep2] = [0, 1, 2, 3].map(() => probabilities(12));
  const literals = probabilities(0x300 << (lc + lp)), lengths = new LengthDecoder(), repLengths = new LengthDecoder();
  const distances = { slots: probabilities(4 << 6), special: probabilities(128), align: probabilities(16) };
  let [state, at, reps] = [0, 0, [0, 0, 0, 0]];
  while (at < size) {
    const posState = at & ((1 << pb) - 1), place = (state << 4) + posState;
    if (!coder.bit(isMatch, place)) {
      const before = at > 0 ? out[at - 1] : 0;
      const from = 0x300 * (((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      out[at] = literalOf(coder, literals, from, state >= 7 ? out[at - reps[0] - 1] : -1);
      at++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length;
    if (coder.bit(isRep, state)) {
      if (!coder.bit(isRep0, state)) {
        if (!coder.bit(isRep0Long, place)) {
          out[at] = out[at - reps[0] - 1];
          at++;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else {
        const which = !coder.bit(isRep1, state) ? 1 : !coder.bit(isRep2, state) ? 2 : 3;
        reps.unshift(...reps.splice(which, 1));
      }
      length = repLengths.decode(coder, posState);
      state = state < 7 ? 8 : 11;
    } else {
      length = lengths.decode(coder, posState);
      state = state < 7 ? 7 : 10;
      reps = [distanceOf(coder, length, distances), ...reps.slice(0, 3)];
    }
    for (const end = Math.min(at + length + 2, size); at < end; at++) out[at] = out[at - reps[0] - 1];
  }
  return out;
}
