import { expect, test } from 'vitest'
import { PLAIN_HOST } from '../scripts/testing/chromium.ts'
import { codeNow, painted, typeScore } from './mark-by-key.ts'
import { signInAs, useStage } from './stage.ts'

// A school opens the platform by the name or number of a computer in the house, without HTTPS: browsers keep much
// from such pages that they give to those of localhost.

const stage = useStage()
const MATHEMATICS = 2

test('papers are marked, passed on and changed on a page that came by plain HTTP', async () => {
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, points }) => subjectId === MATHEMATICS && points.length === 1,
  )
  const { page, complaints } = await stage.visit('/Login')
  const { port } = new URL(stage.world.address)
  await page.goto(`http://${PLAIN_HOST}:${port}/marking?block_id=${block?.blockId}`)
  await signInAs(page, 'marker1')
  await painted(page)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)

  const submitted = () =>
    page.waitForResponse((reply) => reply.url().endsWith('/v1/marker/set') && reply.ok())
  const first = await codeNow(page)
  const marked = submitted()
  await typeScore(page, 4)
  await page.keyboard.press('Enter')
  await marked
  await page.getByText('已保存').waitFor()
  expect(await codeNow(page)).not.toBe(first)

  await painted(page)
  const passedOn = submitted()
  await page.keyboard.press('q')
  await page.getByRole('menu', { name: '问题原因' }).waitFor()
  await page.keyboard.press('2')
  await passedOn
  await page.getByText('已保存').waitFor()
  // Which browsers only keep for HTTPS as well, and say so.
  expect(complaints.filter((text) => !/Cross-Origin-Opener-Policy/.test(text))).toEqual([])
})
