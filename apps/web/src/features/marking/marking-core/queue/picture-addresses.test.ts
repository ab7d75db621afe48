import { expect, test } from 'vitest'
import { PictureAddresses } from './picture-addresses.ts'
import { PictureRefused } from './picture-file.ts'

const part = (hash: string, url = `${hash}?old`) => ({ hash, url })
/** A server that knows the new addresses only. */
const answering = async (url: string) => {
  if (url.endsWith('?new')) return new Blob([url])
  throw new PictureRefused(403)
}
const textsOf = (files: readonly Blob[]) => Promise.all(files.map((file) => file.text()))

test('an address that has run out is asked for once, with all parts of the paper', async () => {
  const asked: string[] = []
  const addresses = new PictureAddresses(async (parts) => {
    asked.push(parts.map(({ hash }) => hash).join())
    // Among others that the page shows.
    return [part('x', 'x?new'), part('b', 'b?new'), part('a', 'a?new')]
  })
  const paper = [part('a'), part('b')]
  expect(await textsOf(await addresses.fetchAll(paper, answering))).toEqual(['a?new', 'b?new'])
  // From then on it is known.
  expect(await textsOf(await addresses.fetchAll(paper, answering))).toEqual(['a?new', 'b?new'])
  expect(asked).toEqual(['a,b'])
})

test('what the server said again is used without asking', async () => {
  const addresses = new PictureAddresses(() => expect.unreachable())
  addresses.learn([part('a', 'a?new')])
  expect(await textsOf(await addresses.fetchAll([part('a')], answering))).toEqual(['a?new'])
})

test('another picture never takes the place of the one that was asked for, and a fault is no reason to ask', async () => {
  const cut = new PictureAddresses(async () => [part('c', 'c?new')])
  await expect(cut.fetchAll([part('a')], answering)).rejects.toThrow('image 403')
  const away = new PictureAddresses(() => Promise.reject(new Error('offline')))
  await expect(away.fetchAll([part('a')], answering)).rejects.toThrow('image 403')
  const broken = new PictureAddresses(() => expect.unreachable())
  const failing = () => Promise.reject(new PictureRefused(500))
  await expect(broken.fetchAll([part('a')], failing)).rejects.toThrow('image 500')
})
