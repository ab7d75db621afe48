import { createHmac } from 'node:crypto'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keyIn, linkSigner } from './link-signer.ts'

const HASH = 'a'.repeat(64)
const [VIEWER, OTHER] = [7, 8]
const MINUTES = 30

async function openSigner() {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-links-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  let now = Date.parse('2026-11-20T08:00:00.000Z')
  const clock = { now: () => new Date(now) }
  const open = async () => linkSigner(await keyIn(join(folder, 'key')), MINUTES, clock)
  return {
    signer: await open(),
    open,
    cut: () => truncate(join(folder, 'key'), 0),
    later: (minutes: number) => void (now += minutes * 60_000),
  }
}

const partsOf = (address: string) => {
  const { searchParams } = new URL(address, 'http://localhost')
  return {
    hash: searchParams.get('hash') ?? '',
    expires: Number(searchParams.get('expires')),
    sig: searchParams.get('sig') ?? '',
  }
}

test('a signed address works for its time and then no more', async () => {
  const { signer, later } = await openSigner()
  const { hash, expires, sig } = partsOf(signer.sign(HASH, '', VIEWER))
  expect(() => signer.check({ hash, expires, sig }, VIEWER)).not.toThrow()
  later(MINUTES / 2)
  expect(() => signer.check({ hash, expires, sig }, VIEWER)).not.toThrow()
  later(MINUTES)
  expect(() => signer.check({ hash, expires, sig }, VIEWER)).toThrow('图片链接已过期')
})

test('a key that a full disk cut off is no key', async () => {
  const { cut, open } = await openSigner()
  await cut()
  const [first, again] = [await open(), await open()]
  const { hash, expires, sig } = partsOf(first.sign(HASH, '', VIEWER))
  expect(() => again.check({ hash, expires, sig }, VIEWER)).not.toThrow()
  const guessed = createHmac('sha256', '')
    .update(`${hash}.${expires}..${VIEWER}`)
    .digest('base64url')
  expect(() => again.check({ hash, expires, sig: guessed.slice(0, 32) }, VIEWER)).toThrow(
    '图片链接已过期',
  )
})

test('an address is of nobody else than the person whom it was made for', async () => {
  const { signer } = await openSigner()
  const { hash, expires, sig } = partsOf(signer.sign(HASH, '', VIEWER))
  for (const other of [OTHER, null])
    expect(() => signer.check({ hash, expires, sig }, other)).toThrow('图片链接已过期')
})

test('nothing of an address can be changed', async () => {
  const { signer } = await openSigner()
  const { hash, expires, sig } = partsOf(signer.sign(HASH, '', VIEWER))
  const forged: Partial<Parameters<typeof signer.check>[0]>[] = [
    { hash: 'b'.repeat(64) },
    { expires: expires + 3600 },
    { sig: sig.replace(/^./, (first) => (first === 'x' ? 'y' : 'x')) },
    { sig: '' },
    { expires: Number.NaN },
    // Taken out of a session.
    { open: '1' },
  ]
  for (const part of forged)
    expect(() => signer.check({ hash, expires, sig, ...part }, VIEWER)).toThrow('图片链接已过期')
  const opened = partsOf(signer.opened(signer.sign(HASH, '', VIEWER)))
  expect(() => signer.check({ ...opened, open: '1' }, VIEWER)).not.toThrow()
  expect(() => signer.check(opened, VIEWER)).toThrow('图片链接已过期')
})

test('what is painted over cannot be taken out of an address, moved or added', async () => {
  const { signer } = await openSigner()
  const mask = '10,20,300,400'
  const address = signer.sign(HASH, mask, VIEWER)
  const { hash, expires, sig } = partsOf(address)
  expect(new URL(address, 'http://localhost').searchParams.get('mask')).toBe(mask)
  expect(() => signer.check({ hash, expires, sig, mask }, VIEWER)).not.toThrow()
  for (const other of ['', '10,20,300,40', `${mask}_1,1,1,1`])
    expect(() => signer.check({ hash, expires, sig, mask: other }, VIEWER)).toThrow(
      '图片链接已过期',
    )
  const bare = partsOf(signer.sign(HASH, '', VIEWER))
  expect(() => signer.check({ ...bare, mask }, VIEWER)).toThrow('图片链接已过期')
})

test('an address outlives a restart, and stays the same for a while so that caches hold', async () => {
  const { signer, open, later } = await openSigner()
  const address = signer.sign(HASH, '', VIEWER)
  const { hash, expires, sig } = partsOf(address)
  const again = await open()
  expect(() => again.check({ hash, expires, sig }, VIEWER)).not.toThrow()
  later(5)
  expect(again.sign(HASH, '', VIEWER)).toBe(address)
})
