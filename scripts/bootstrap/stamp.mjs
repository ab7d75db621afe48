// @ts-check
// Stamps: a folder is rebuilt only when what went into it has changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Folders that are made from others, and files that no build reads. */
const NOT_SOURCE = /(^|\/)(node_modules|dist|data|artifacts|e2e)(\/|$)|\.(test|spec)\.tsx?$/

/**
 * Hash over the names and contents of files; a folder counts with everything in it.
 *
 * @param {string} root folder the names are relative to
 * @param {readonly string[]} inputs files and folders, relative to `root`; absent ones count as absent
 * @returns {string} 64 hexadecimal digits
 */
export function hashInputs(root, inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesOf(root, input)).toSorted()) {
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Does the stamp in `file` carry this hash?
 *
 * @param {string} file
 * @param {string} hash
 */
export function stampMatches(file, hash) {
  return existsSync(file) && readFileSync(file, 'utf8').trim() === hash
}

/**
 * Writes the stamp, after the work has succeeded.
 *
 * @param {string} file
 * @param {string} hash
 */
export function writeStamp(file, hash) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${hash}\n`)
}

/**
 * The folders of a workspace package and of all workspace packages that it needs.
 *
 * @param {string} root
 * @param {string} folder folder of the package, relative to `root`, with forward slashes
 * @param {ReadonlyMap<string, string>} folders package name → folder
 * @returns {string[]} in alphabetical order
 */
export function neededFolders(root, folder, folders) {
  /** @type {Set<string>} */
  const found = new Set()
  const visit = (/** @type {string} */ at) => {
    if (found.has(at)) return
    found.add(at)
    const manifest = readManifest(path.join(root, at))
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const next = folders.get(name)
      if (next !== undefined) visit(next)
    }
  }
  visit(folder)
  return [...found].toSorted()
}

/**
 * Every package of the workspace.
 *
 * @param {string} root
 * @returns {Map<string, string>} package name → folder relative to `root`
 */
export function workspaceFolders(root) {
  /** @type {Map<string, string>} */
  const folders = new Map()
  for (const group of ['apps', 'packages']) {
    if (!existsSync(path.join(root, group))) continue
    for (const name of readdirSync(path.join(root, group))) {
      const folder = `${group}/${name}`
      if (!existsSync(path.join(root, folder, 'package.json'))) continue
      const manifest = readManifest(path.join(root, folder))
      if (manifest.name !== undefined) folders.set(manifest.name, folder)
    }
  }
  return folders
}

/**
 * @param {string} folder
 * @returns {{ name?: string, dependencies?: Record<string, string> }}
 */
function readManifest(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}

/**
 * @param {string} root
 * @param {string} input
 * @returns {string[]} files relative to `root`, with forward slashes
 */
function filesOf(root, input) {
  const whole = path.join(root, input)
  if (!existsSync(whole) || NOT_SOURCE.test(input)) return []
  const entries = readdirOrFile(whole)
  return entries === undefined
    ? [input]
    : entries.flatMap((name) => filesOf(root, input === '' ? name : `${input}/${name}`))
}

/** @param {string} whole */
function readdirOrFile(whole) {
  try {
    return readdirSync(whole)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return undefined
    throw error
  }
}
