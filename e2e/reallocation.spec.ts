import {
  allocationGet,
  allocationSet,
  blockSettingsGet,
  blockSettingsSet,
  markNext,
  type ReplyOf,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { comeBack } from './come-back.ts'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('whoever is stopped, and whoever gets the work, reads what became of it', async () => {
  const { blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!block) throw new Error('a block that is marked once is under way')
  const on = { block_id: block.blockId }
  const admin = await stage.world.signIn('director')
  const own = await stage.world.signIn('marker1')
  await own.call(markNext, { query: { ...on, n: 3 } })
  const before = await admin.call(allocationGet, { query: on })
  const stopped = before.list.find(({ name, duty }) => name === '陈思远' && duty === 'marker')
  expect(stopped?.claimed).toBeGreaterThan(0)

  const director = await stage.enter('director', `/changeMarker?block_id=${block.blockId}`)
  const { page } = director
  await page.getByLabel('陈思远的处理').selectOption('stop')
  // Stopped, they keep what is done, though nobody else has a target.
  const cells = page.getByRole('row').filter({ hasText: '陈思远' }).getByRole('cell')
  await expect.poll(() => cells.nth(4).innerText()).toBe(String(stopped?.done))
  await page.getByRole('button', { name: '保存调整' }).click()
  await page.getByText(`收回 ${stopped?.claimed} 份手中的试卷`).waitFor()
  await settle(page)
  await shoot(page, '/changeMarker', 'told')
  await page.getByRole('dialog').getByRole('button', { name: '保存调整' }).click()
  await page.getByText(/阅卷员与任务已更新/).waitFor()
  await settle(page)
  await shoot(page, '/changeMarker', 'stopped')

  const marker = await stage.enter('marker1', `/marking?block_id=${block.blockId}`)
  await marker.page.getByText('已提交的给分都已保存，其余试卷由其他教师评阅').waitFor()
  await shoot(marker.page, '/marking', 'stopped-notice')
  await marker.page.getByRole('button', { name: /^消息/ }).click()
  await marker.page.getByText(/^已停止向您分配本题块的试卷.*手中未提交的试卷已收回/).waitFor()
  await settle(marker.page)
  await shoot(marker.page, '/marking', 'stopped')
  await marker.page.goto('/MainPage/markPaper/markPage/unfinishList')
  const row = marker.page.getByRole('row').filter({ hasText: block.name })
  await row.filter({ hasText: '已停止分配' }).first().waitFor()
  await settle(marker.page)
  await shoot(marker.page, '/MainPage/markPaper/markPage/unfinishList', 'stopped')
  expectQuiet(director)
  expectQuiet(marker)
})

test('what was chosen stays when the window comes back, and what another leader did meanwhile is told', async () => {
  const { blocks, exam } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 4,
  )
  if (!block) throw new Error('a block that is shared by quotas is under way')
  const on = { block_id: block.blockId }
  const other = await stage.world.signIn('admin')
  const visitor = await stage.enter('director', `/changeMarker?block_id=${block.blockId}`)
  const { page } = visitor
  const act = page.getByLabel('陈思远的处理')
  await act.selectOption('stop')
  await comeBack(page)
  expect(await act.inputValue()).toBe('stop')

  // Somebody else gives more in between: the change is not carried out on figures that are past.
  await page.getByRole('button', { name: '保存调整' }).click()
  const dialog = page.getByRole('dialog')
  const now = await other.call(allocationGet, { query: on })
  await other.call(allocationSet, {
    body: {
      ...on,
      markers: peopleWith(now, { 李慧敏: 12 }),
    },
  })
  await dialog.getByRole('button', { name: '保存调整' }).click()
  await dialog.getByText(/分配在您查看之后有了变化，没有保存/).waitFor()
  await settle(page)
  await shoot(page, '/changeMarker', 'overtaken')
  expect((await other.call(allocationGet, { query: on })).list.some((one) => one.suspended)).toBe(
    false,
  )
  await dialog.getByRole('button', { name: '取消' }).click()
  expect(await act.inputValue()).toBe('stop')

  // In the allocation of the block as well: what was typed is there, with what the other one did.
  await page.goto(`/setDistri?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`)
  const row = page.getByRole('row').filter({ hasText: block.name })
  await row.getByRole('button', { name: '分配', exact: true }).click()
  const quota = page.getByLabel('陈思远任务量')
  await quota.fill('9')
  const read = await other.call(allocationGet, { query: on })
  await other.call(allocationSet, {
    body: {
      ...on,
      markers: peopleWith(read, { 赵若云: 11 }),
    },
  })
  const save = page.getByRole('button', { name: '保存分配' })
  await save.click()
  const told = page.getByText('其他人刚修改了这个题块的分配')
  await told.waitFor()
  await page.getByText('修改任务量：赵若云').waitFor()
  expect(await quota.inputValue()).toBe('9')
  await settle(page)
  await shoot(page, '/setDistri', 'overtaken')
  await page.getByRole('button', { name: '放弃我的修改，载入最新分配' }).click()
  await told.waitFor({ state: 'detached' })
  expect(await page.getByLabel('赵若云任务量').inputValue()).toBe('11')
  await quota.fill('8')
  await comeBack(page)
  expect(await quota.inputValue()).toBe('8')
  await save.click()
  await page.getByText('任务分配已保存').waitFor()
  expectQuiet(visitor, /status of 409/)
})

test('settings that another leader changed meanwhile are not changed back', async () => {
  const { blocks, exam } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 2,
  )
  if (!block) throw new Error('a block is read twice')
  const on = { exam_id: exam.examId, subject_id: MATHEMATICS }
  const other = await stage.world.signIn('admin')
  const settings = async () =>
    (await other.call(blockSettingsGet, { query: on })).blocks.find(
      ({ block_id }) => block_id === block.blockId,
    )
  const before = await settings()
  const visitor = await stage.enter(
    'director',
    `/MarkSet?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  const row = page.getByRole('row').filter({ hasText: block.name })
  await row.getByRole('button', { name: '设置', exact: true }).click()
  await page.getByText('更多设置').click()
  await page.getByLabel('完成后自动补充').selectOption(before?.auto_top_up === 1 ? '0' : '1')
  await other.call(blockSettingsSet, {
    body: { ...on, blocks: [{ block_id: block.blockId, traces: before?.traces === 1 ? 0 : 1 }] },
  })
  await comeBack(page, '/batch/question/set')
  await page.getByRole('button', { name: '保存到 1 个题块' }).click()
  await page.getByText('阅卷设置已保存').waitFor()
  const after = await settings()
  expect(after?.auto_top_up).not.toBe(before?.auto_top_up)
  expect(after?.traces).not.toBe(before?.traces)

  // The same setting: told, with what was chosen still there.
  await row.getByRole('button', { name: '设置', exact: true }).click()
  await page.getByText('更多设置').click()
  const least = page.getByLabel('每份至少查看')
  await least.selectOption('2000')
  // What was saved just before is no part of it, though the drawer was still sliding out.
  await page.getByText('本次修改 1 处').waitFor()
  await other.call(blockSettingsSet, {
    body: { ...on, blocks: [{ block_id: block.blockId, min_ms: 5000 }] },
  })
  await page.getByRole('button', { name: '保存到 1 个题块' }).click()
  await page.getByText('每份至少查看 不限 → 5 秒').waitFor()
  expect(await least.inputValue()).toBe('2000')
  await settle(page)
  await shoot(page, '/MarkSet', 'overtaken')
  await page.getByRole('button', { name: '放弃我的修改，载入最新设置' }).click()
  await expect.poll(() => least.inputValue()).toBe('5000')
  expect((await settings())?.min_ms).toBe(5000)
  // Saved knowing of it, what the other one set comes back when that is undone.
  await least.selectOption('3000')
  // The one before offers to undo as well.
  await page.getByText('阅卷设置已保存').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '保存到 1 个题块' }).click()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(async () => (await settings())?.min_ms).toBe(5000)
  expectQuiet(visitor, /status of 409/)
})

/** The people of an allocation as saving takes them, with other quotas for some. */
const peopleWith = (
  { list }: ReplyOf<typeof allocationGet>,
  quotas: Readonly<Record<string, number>>,
) =>
  list.map(({ marker_id, duty, name }) => {
    const quota = duty === 'marker' ? quotas[name] : undefined
    return {
      marker_id,
      duty: duty === 'leader' ? ('leader' as const) : ('marker' as const),
      ...(quota === undefined ? {} : { quota }),
    }
  })

test('shares that change by themselves while the page is open are the same in both of its tables', async () => {
  const { blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 1,
  )
  if (!block) throw new Error('a block that is read twice is under way')
  const on = { block_id: block.blockId }
  const other = await stage.world.signIn('admin')
  const { list } = await other.call(allocationGet, { query: on })
  const visitor = await stage.enter('director', '/MainPage/homePage')
  const { page } = visitor
  await page.clock.install()
  await page.goto(`/changeMarker?block_id=${block.blockId}`)
  const balanced = page
    .getByRole('table', { name: '平衡预览' })
    .getByRole('row', { name: /^陈思远/ })
    .getByRole('cell')
    .nth(3)
  const shared = page
    .getByRole('row')
    .filter({ has: page.getByLabel('陈思远的处理') })
    .getByRole('cell')
    .nth(2)
  await shared.waitFor()
  await settle(page)
  await other.call(allocationSet, {
    body: {
      ...on,
      alloc_mode: 3,
      markers: list.map(({ marker_id, duty, name }) =>
        duty === 'leader'
          ? { marker_id, duty: 'leader' as const }
          : { marker_id, quota: name === '陈思远' ? 9 : 5 },
      ),
    },
  })
  // It looks again by itself after a minute.
  await page.clock.fastForward(61_000)
  await expect.poll(() => balanced.innerText()).toBe('9')
  await expect.poll(() => shared.innerText()).toBe('9')
  expectQuiet(visitor)
})
