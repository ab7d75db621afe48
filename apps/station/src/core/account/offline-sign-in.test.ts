import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore, type Store } from '../store/open-store.ts'
import { forgetOperator, rememberOperator, signInOffline } from './offline-sign-in.ts'

const MONDAY = Date.UTC(2026, 10, 16, 8)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const sun = { account: 'operator', name: '孙小梅', school_name: '明德中学' }

let folder: string
let db: Store

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'offline-'))
  db = openStore(folder, Buffer.alloc(32))
  await rememberOperator(db, sun, 'right', MONDAY)
})

afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const signIn = (account: string, password: string, now: number) =>
  signInOffline(db, account, password, now).catch((error: { code: string }) => error.code)

test.for<[what: string, account: string, password: string, at: number, outcome: unknown]>([
  ['the next day', 'operator', 'right', MONDAY + DAY, sun],
  ['on the seventh day', 'operator', 'right', MONDAY + 7 * DAY, sun],
  ['on the eighth day', 'operator', 'right', MONDAY + 8 * DAY, 'OFFLINE_EXPIRED'],
  ['with another password', 'operator', 'wrong', MONDAY + DAY, 'OFFLINE_WRONG_PASSWORD'],
  ['by somebody who was never here', 'marker1', 'right', MONDAY + DAY, 'OFFLINE_UNKNOWN'],
  ['with the clock a little slow', 'operator', 'right', MONDAY - HOUR / 2, sun],
  ['with the clock a day slow', 'operator', 'right', MONDAY - DAY, 'OFFLINE_CLOCK'],
])('sign-in %s', async ([, account, password, at, outcome]) => {
  expect(await signIn(account, password, at)).toEqual(outcome)
})

test('five wrong passwords pause for a quarter of an hour, the right one too', async () => {
  for (let attempt = 0; attempt < 5; attempt++) await signIn('operator', 'wrong', MONDAY)
  expect(await signIn('operator', 'right', MONDAY + HOUR / 5)).toBe('OFFLINE_PAUSED')
  expect(await signIn('operator', 'right', MONDAY + HOUR / 3)).toEqual(sun)
})

test('a password that the server refuses is no longer good offline', async () => {
  await forgetOperator(db, 'operator', 'mistyped')
  expect(await signIn('operator', 'right', MONDAY)).toEqual(sun)
  await forgetOperator(db, 'operator', 'right')
  expect(await signIn('operator', 'right', MONDAY)).toBe('OFFLINE_UNKNOWN')
})
