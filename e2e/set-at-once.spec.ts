import {
  blockSettingsGet,
  blockSettingsSet,
  examMarkers,
  examMarkersSet,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { settle, shoot } from './shots.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('a deadline that is typed while somebody else sets one stays, and says what the other set', async () => {
  const { examId } = stage.world.underWay.exam
  const on = { exam_id: examId, subject_id: MATHEMATICS }
  const path = `/MarkSet?exam_id=${examId}&subject_id=${MATHEMATICS}`
  const { page } = await stage.enter('admin', path)
  const panel = page.locator('section').filter({ hasText: '阅卷期限' }).last()
  const field = panel.getByRole('textbox', { name: '期限' })
  const year = new Date().getFullYear() + 1
  await field.fill(`${year}-03-05 17:30`)
  const director = await stage.world.signIn('director')
  const other = `${year}-04-06T09:00:00.000Z`
  await director.call(blockSettingsSet, { body: { ...on, blocks: [], marking_deadline: other } })
  const save = panel.getByRole('button', { name: '保存期限' })
  await save.click()
  await page.getByText('其他人刚修改了科目阅卷期限，没有保存').waitFor()
  await panel.getByText('其他人刚把期限改为').waitFor()
  expect(await field.inputValue()).toBe(`${year}-03-05 17:30`)
  const stored = async () => (await director.call(blockSettingsGet, { query: on })).marking_deadline
  expect(await stored()).toBe(other)
  await settle(page)
  await shoot(page, '/MarkSet', 'others-deadline')
  // Seen now, it is overwritten knowingly.
  await save.click()
  await page.getByText('科目阅卷期限已保存').waitFor()
  expect(await stored()).not.toBe(other)
  await save.waitFor({ state: 'detached' })
  expect(await panel.getByText('其他人刚把期限改为').count()).toBe(0)
})

test('a list of markers that somebody else changed meanwhile is not overwritten, and what was ticked stays', async () => {
  const { examId } = stage.world.underWay.exam
  const director = await stage.world.signIn('director')
  const { page } = await stage.enter(
    'admin',
    `/MainPage/exam-manage/exam-detail/${examId}/staff-manage`,
  )
  const board = page.locator('section').filter({ hasText: '数学' }).last()
  const row = board.getByRole('row').nth(1)
  await row.getByRole('button', { name: '修改' }).last().click()
  const dialog = page.getByRole('dialog')
  const boxes = dialog.getByRole('checkbox', { checked: false })
  await boxes.first().waitFor()
  const schoolId = director.user.school_id ?? 0
  const params = { schoolId, examId }
  const subject = (await director.call(examMarkers, { params })).find(
    ({ subject_id }) => subject_id === MATHEMATICS,
  )
  const [block] = subject?.blocks ?? []
  if (!block) throw new Error('a block of mathematics is needed')
  const held = (duty: string) =>
    block.people.filter((one) => one.duty === duty).map(({ user_id }) => user_id)
  expect(held('leader').length).toBeGreaterThan(0)
  const markers = subject?.blocks.flatMap(({ people }) => people) ?? []
  const added = markers.find(({ user_id }) => !held('leader').includes(user_id))
  if (!added) throw new Error('somebody who does not lead is needed')
  await director.call(examMarkersSet, {
    params,
    body: {
      subject_id: MATHEMATICS,
      blocks: [
        {
          block_id: block.block_id,
          marker_ids: held('marker'),
          leader_ids: [...held('leader'), added.user_id],
        },
      ],
    },
  })
  const mine = dialog
    .locator('label')
    .filter({ hasNotText: added.name })
    .filter({ has: page.getByRole('checkbox', { checked: false }) })
    .first()
  await mine.click()
  const ticked = await dialog.getByRole('checkbox', { checked: true }).count()
  await dialog.getByRole('button', { name: /^保存/ }).click()
  await dialog.getByText('其他人刚修改了负责人').waitFor()
  await dialog.getByText(`增加 ${added.name}`).waitFor()
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(ticked)
  await settle(page)
  await shoot(page, '/staff-manage', 'others-markers')
  await dialog.getByRole('button', { name: '放弃我的修改，载入最新人员' }).click()
  await dialog.getByText('其他人刚修改了负责人').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: `保存 ${held('leader').length + 1} 人` }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('已保存阅卷人员').waitFor()
})

test('two who set the deadline of a block: the second is shown what the first set, and saves knowingly', async () => {
  const { blocks } = stage.world.underWay
  const block = blocks.find(({ subjectId }) => subjectId === MATHEMATICS)
  const address = `/changeMarker?block_id=${block?.blockId ?? 0}`
  const [first, second] = [
    (await stage.enter('leader', address)).page,
    (await stage.enter('director', address)).page,
  ]
  const set = async (page: typeof first, text: string) => {
    const field = page.getByLabel('期限', { exact: true })
    await field.fill(text)
    await field.press('Tab')
    await page.getByRole('button', { name: '保存期限' }).click()
  }
  for (const page of [first, second]) await page.getByLabel('期限', { exact: true }).waitFor()
  await set(first, '2099-12-01 18:00')
  await first.getByText('阅卷期限已保存').waitFor()
  await set(second, '2020-12-02 18:00')
  await second.getByText(/其他人刚修改了题块 .* 的同一项设置，没有保存/).waitFor()
  await second.getByText('! 其他人刚把期限改为').waitFor()
  // Beside all that is said the time is seen whole.
  await second.setViewportSize({ width: 1280, height: 720 })
  const hidden = await second
    .getByLabel('期限', { exact: true })
    .evaluate((field) => field.scrollWidth - field.clientWidth)
  expect(hidden).toBe(0)
  await shoot(second, '/changeMarker', 'deadline-overtaken')
  await second.getByRole('button', { name: '保存期限' }).click()
  await second.getByText('阅卷期限已保存').waitFor()
  await second.getByRole('button', { name: '取消期限' }).click()
  await second.getByText('题块期限已取消').waitFor()
})
