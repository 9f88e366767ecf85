"use strict";
// Prints the scripts of two folders that are not the same code, comments apart: node same_code.js FOLDER OTHER

const {readFileSync, readdirSync} = require("node:fs");
const {join} = require("node:path");
const {transpileModule} = require("typescript");

const [folder, other] = process.argv.slice(2);
const code = path => transpileModule(readFileSync(path, "utf8"), {compilerOptions: {removeComments: true, target: "ESNext"}}).outputText;
const names = readdirSync(folder).filter(name => name.endsWith(".js"));
console.log(names.filter(name => code(join(folder, name)) !== code(join(other, name))).join("\n"));
