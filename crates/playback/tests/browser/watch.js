// Notes all errors of the page.
window.pageErrors = [];
window.addEventListener("error", (event) => window.pageErrors.push(event.message));
window.addEventListener("unhandledrejection", (event) => window.pageErrors.push(String(event.reason)));
const report = console.error;
console.error = (...words) => { window.pageErrors.push(words.join(" ")); report(...words); };
