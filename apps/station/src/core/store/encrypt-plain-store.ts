import { closeSync, copyFileSync, fsyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { isPlainDatabase } from '../secrets/data-key.ts'
import { chooseCipher, unlockWith } from './unlock-store.ts'

/**
 * Carries a database from before encryption on. The copy that is encrypted takes the plain one's place in
 * one rename, so that a kill at any point leaves one that is whole; the next start begins again.
 */
export function encryptPlainStore(file: string, key: Buffer): void {
  const copy = `${file}.encrypting`
  for (const rest of [copy, `${copy}-journal`]) rmSync(rest, { force: true })
  if (!isPlain(file)) return
  foldLog(file)
  copyFileSync(file, copy)
  const db = new Database(copy)
  try {
    chooseCipher(db)
    db.pragma(`rekey = "x'${key.toString('hex')}'"`)
  } finally {
    db.close()
  }
  checkWhole(copy, key)
  syncFile(copy)
  renameSync(copy, file)
  if (process.platform !== 'win32') syncFile(path.dirname(file))
}

function isPlain(file: string): boolean {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  const head = Buffer.alloc(16)
  const length = readSync(descriptor, head)
  closeSync(descriptor)
  return isPlainDatabase(head.subarray(0, length))
}

/** Everything that was written ahead goes into the file itself, and the log disappears. */
function foldLog(file: string): void {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

function checkWhole(file: string, key: Buffer): void {
  const db = new Database(file, { readonly: true })
  try {
    unlockWith(db, key)
    const verdict = db.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new Error(`encrypted copy is not whole: ${String(verdict)}`)
  } finally {
    db.close()
  }
}

function syncFile(file: string): void {
  const descriptor = openSync(file, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
