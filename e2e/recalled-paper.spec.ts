import { paperRecall, supervisedPapers } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { codeNow, painted } from './mark-by-key.ts'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('a paper that is taken back while it is marked leaves the desk, which says so', async () => {
  const { exam, blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!block) throw new Error('a block of mathematics is read once')
  const on = { exam_id: exam.examId, block_id: block.blockId }
  const marker = await stage.enter('marker1', '/')
  const { page } = marker
  await page.goto(`/marking?block_id=${block.blockId}`)
  await painted(page)
  const code = (await codeNow(page))?.replace(/^密号\s*/, '')
  await page.keyboard.press('1')

  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(supervisedPapers, {
    query: { ...on, waits_for: 'held', limit: 100 },
  })
  const unit = list.find(({ secret_code }) => secret_code === code)
  if (!unit) throw new Error('the paper on the desk is one of the block')
  expect(unit.holders).toHaveLength(1)
  await leader.call(paperRecall, { body: { ...on, unit_id: unit.unit_id } })
  await page
    .getByText(
      '刚才的试卷已被收回、已由他人定分、退出阅卷、正在重新切图，或已在别处提交，不在手中了',
    )
    .waitFor()
  await painted(page)
  expect(await codeNow(page)).not.toContain(code)
  // What was typed on the one is none of the other's, and is not lost without a word.
  expect(await page.getByTestId('mark-total').textContent()).not.toContain('1')
  await page.getByText(/不在您手中了（被收回/).waitFor()
  await settle(page)
  await shoot(page, '/marking', 'recalled-in-hand')
  expectQuiet(marker)
})
