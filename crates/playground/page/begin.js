// The first script of the page: unpacks the others.

import { unpackLzma } from "./unpack.js";

const { textContent, dataset } = document.getElementById("packed");
const packed = Uint8Array.from(atob(textContent), (letter) => letter.charCodeAt(0));
const bytes = unpackLzma(packed, Number(dataset.size));
const script = Number(dataset.script);
globalThis.photofinishModule = bytes.subarray(script);
const element = document.createElement("script");
element.type = "module";
element.textContent = new TextDecoder().decode(bytes.subarray(0, script));
document.body.append(element);
