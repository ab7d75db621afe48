import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cutPicture, pieceOf } from './cut-picture.ts'

const picture = async () => ({
  bytes: await sharp({
    create: { width: 60, height: 40, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer(),
  mime: 'image/png',
})

test.for([
  ['', null],
  ['v=1', null],
  ['rotate=45', null],
  ['box=1,2,3', null],
  ['box=1,2,0,5', null],
  ['rotate=90', { box: null, rotate: 90 }],
  ['v=1&box=1,2,3,4', { box: { left: 1, top: 2, width: 3, height: 4 }, rotate: 0 }],
] as const)('an address with "%s" asks for the right piece', ([query, piece]) => {
  expect(pieceOf(new URLSearchParams(query))).toEqual(piece)
})

test.for([
  ['box=10,10,20,10', 20, 10],
  ['box=10,10,20,10&rotate=90', 10, 20],
  ['rotate=270', 40, 60],
] as const)('%s gives %i by %i pixels', async ([query, width, height]) => {
  const piece = pieceOf(new URLSearchParams(query))!
  const { bytes } = (await cutPicture(await picture(), piece))!
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width, height })
})

test('a piece that reaches out of the picture is none', async () => {
  const piece = pieceOf(new URLSearchParams('box=50,10,20,10'))!
  expect(await cutPicture(await picture(), piece)).toBeNull()
})
