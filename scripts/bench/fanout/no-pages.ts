// In place of a page build, where none shall take a processor during a fan-out.
console.error('This benchmark builds no pages.');
process.exitCode = 1;
