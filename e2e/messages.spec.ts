import { messagesGet } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const QUESTION = '用向量法做的第二问，评分标准里没有'
const ANSWER = '方法正确同样给满分'

test('a marker asks about the paper on the screen, goes on marking, and sees the answer come', async () => {
  const { exam, blocks } = stage.world.underWay
  // Not the first of the leader's blocks: what was just read may not give way to another block.
  const block = blocks.findLast(({ subjectId }) => subjectId === MATHEMATICS)
  if (!block) throw new Error('mathematics is being marked')
  const marking = await stage.enter('marker1', `/marking?block_id=${block.blockId}`)
  const { page } = marking
  await page.getByTestId('mark-total').waitFor()
  const code = (await page.getByTitle('密号：不代表考号，与考生身份无关').innerText()).replace(
    '密号 ',
    '',
  )
  await page.keyboard.press('m')
  await page.getByLabel('消息内容').fill(QUESTION)
  await page.keyboard.press('Enter')
  await page.getByText('未读', { exact: true }).waitFor()
  // The window closes, and the paper is still there to be marked.
  await page.keyboard.press('Escape')
  await page.getByLabel('消息内容').waitFor({ state: 'hidden' })
  await page.getByText(`密号 ${code}`).waitFor()

  const supervision = await stage.enter(
    'leader',
    `/MarkingSupervision?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`,
  )
  const leading = supervision.page
  await leading.getByRole('button', { name: '消息 1 条未读' }).click()
  await leading.getByText(QUESTION).last().waitFor()
  await leading.getByText(`密号 ${code}`).waitFor()
  await leading.getByRole('button', { name: '消息', exact: true }).waitFor({ state: 'attached' })
  expect(await leading.getByLabel('题块').locator('option:checked').innerText()).toContain(
    block.name,
  )
  // An answer that was begun outlives the window, which Esc closes.
  await leading.getByLabel('消息内容').fill('方法正确')
  await leading.keyboard.press('Escape')
  await leading.getByLabel('消息内容').waitFor({ state: 'hidden' })
  await leading.getByRole('button', { name: '消息', exact: true }).click()
  await leading.getByRole('combobox', { name: '题块' }).selectOption(String(block.blockId))
  await leading.getByRole('button', { name: /待答复/ }).click()
  expect(await leading.getByLabel('消息内容').inputValue()).toBe('方法正确')
  await leading.getByLabel('消息内容').fill(ANSWER)
  await leading.keyboard.press('Enter')
  await leading.getByText('未读', { exact: true }).waitFor()

  // Without asking anew: the count, then the answer; and the leader learns that it was read.
  await page.getByRole('button', { name: '消息，1 条未读' }).click()
  await page.getByText(ANSWER).waitFor()
  await page.getByRole('button', { name: '消息', exact: true }).waitFor()
  await leading.getByText('✓ 已读').waitFor()
  const { call } = await stage.world.signIn('marker2')
  const other = await call(messagesGet, { query: { block_id: block.blockId } })
  expect(other.list).toEqual([])
  expectQuiet(marking)
  expectQuiet(supervision)
})
