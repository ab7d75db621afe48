import { expect, test } from 'vitest'
import { withCuts } from './cut-anew.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'

const images = (...hashes: string[]) =>
  hashes.map((hash) => ({ hash, url: `/${hash}`, width_px: 1, height_px: 1 }))
/** Nothing else of a paper matters here. */
const paper = (readingId: number, ...hashes: string[]) =>
  ({
    task: { reading_id: readingId, images: images(...hashes) },
    flags: ['typical'],
  }) as unknown as Paper

test('a paper that was cut anew gets its new picture and keeps what was given; the others stay what they are', () => {
  const papers = [paper(1, 'a'), paper(2, 'b', 'c')]
  const said = [
    { reading_id: 1, images: images('a') },
    { reading_id: 2, images: images('b', 'd') },
  ]
  const [same, anew] = withCuts(papers, said)
  expect(same).toBe(papers[0])
  expect(anew?.task.images).toBe(said[1]?.images)
  expect(anew?.flags).toEqual(['typical'])
  // Signed anew, it is the same picture.
  expect(withCuts(papers, [{ reading_id: 1, images: images('a') }])).toBe(papers)
})
