import {
  examCreate,
  schoolClasses,
  sheetBindQuestions,
  sheetBlockInfo,
  sheetInfo,
  sheetList,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const CENTER = '/MainPage/answer-sheet-center'
const MANAGE = '/MainPage/exam-manage/AffairManage/:examId/answer-sheet-manage'
const DIVIDE = '/MainPage/exam-manage/divideBlock/:examId'

const sheetOf = async (examId: number, subjectId: number) => {
  const admin = await stage.world.signIn('admin')
  const query = { exam_id: examId, subject_id: subjectId }
  const { list } = await admin.call(sheetList, { query })
  const [sheet] = list
  if (!sheet) throw new Error('the exam has sheets')
  return { admin, sheet }
}

test('a sheet is found, reused after a look at what changes, locked with a reason, deleted and brought back', async () => {
  const { examId } = stage.world.almostDone.exam
  const { sheet } = await sheetOf(examId, 2)
  const visitor = await stage.enter('director', CENTER)
  const { page } = visitor
  const cards = page.getByRole('article')
  await cards.first().locator('img').waitFor()
  await shoot(page, CENTER, 'list')
  await page.getByLabel('学科').selectOption({ label: '数学' })
  await page.getByPlaceholder('搜索名称、考试或设计者').fill(sheet.name)
  await page.getByText('共 1 份').waitFor()
  const card = page.getByRole('article', { name: sheet.name, exact: true })

  await card.getByRole('button', { name: '复用' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('原样复制，没有改动').waitFor()
  await shoot(page, CENTER, 'reuse')
  await dialog.getByRole('button', { name: '另存一份' }).click()
  await page.getByText('共 2 份').waitFor()
  const copy = page.getByRole('article', { name: `${sheet.name} 副本` })
  const act = async (name: string) => {
    await copy.getByRole('button', { name: /^更多操作/ }).click()
    // The menu before may still be closing.
    await page.getByRole('menuitem', { name }).last().click()
  }
  await act('设为模板')
  await copy.getByText('模板', { exact: true }).waitFor()
  await act('锁定…')
  await dialog.getByPlaceholder('例如：已交印刷厂').fill('已交印刷厂')
  await dialog.getByRole('button', { name: '锁定', exact: true }).click()
  await copy.getByText(/锁定：已交印刷厂/).waitFor()
  await shoot(page, CENTER, 'locked')
  await act('解锁')
  await copy.getByText(/锁定：/).waitFor({ state: 'detached' })
  await act('信息与版本')
  await dialog.getByText('第 1 版（现用）').waitFor()
  await shoot(page, CENTER, 'info')
  await dialog.getByRole('button', { name: '关闭' }).last().click()

  // In use: the dialog says by how many scans, and refuses.
  await card.getByRole('button', { name: /^更多操作/ }).click()
  await page.getByRole('menuitem', { name: '删除…' }).last().click()
  await dialog.getByText(/张扫描件使用这份答题卡，不能删除/).waitFor()
  await shoot(page, CENTER, 'delete')
  await dialog.getByRole('button', { name: '知道了' }).click()
  await act('删除…')
  await dialog.getByRole('button', { name: '删除 1 份答题卡' }).click()
  await page.getByText('共 1 份').waitFor()
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByText('共 2 份').waitFor()
  expectQuiet(visitor)
})

test('a new exam begins with the sheet of another and takes its questions from a table', async () => {
  const admin = await stage.world.signIn('admin')
  const schoolId = admin.user.school_id
  const classes = await admin.call(schoolClasses, { query: {} })
  const first = classes.find(({ grade_id }) => grade_id === 10)
  if (!first || schoolId === null) throw new Error('the school has classes')
  const { exam_id: examId } = await admin.call(examCreate, {
    params: { schoolId },
    body: {
      name: '数学周测',
      type: 1,
      mode: 1,
      grade_id: 10,
      start_date: '2026-12-01',
      class_ids: [first.class_id],
      subject_ids: [2],
    },
  })
  const address = `/MainPage/exam-manage/AffairManage/${examId}/answer-sheet-manage`
  const visitor = await stage.enter('director', address)
  const { page } = visitor
  await page.getByRole('button', { name: '复用…' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('cell', { name: '标题' }).waitFor()
  await shoot(page, MANAGE, 'reuse')
  await dialog.getByRole('button', { name: '用于考试' }).click()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '从表格导入题目' }).click()
  const choose = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: '题目.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
  await choose('题号,题型,分值,答案\n1-3,单选题,5,ABE\n4,解答题,12,\n')
  await dialog.getByText(/第 3 题的答案「E」不在 A 到 D 之内/).waitFor()
  await shoot(page, MANAGE, 'import')
  await choose('题号,题型,分值,答案\n1-3,单选题,5,ABD\n4,解答题,12,\n')
  await dialog.getByRole('button', { name: '导入，满分 27 分' }).click()
  await page.getByText(/答题卡成为第 2 版/).waitFor()
  await shoot(page, MANAGE, 'imported')
  expectQuiet(visitor)
})

test('a frame is drawn by mouse and moved by keys; what happens to the papers is said before it is saved', async () => {
  const { examId } = stage.world.underWay.exam
  const { admin, sheet } = await sheetOf(examId, 2)
  const query = { sheet_id: sheet.sheet_id }
  const before = await admin.call(sheetBlockInfo, { query })
  const visitor = await stage.enter(
    'director',
    `/MainPage/exam-manage/divideBlock/${examId}?subject_id=2`,
  )
  const { page } = visitor
  const [first] = before.blocks
  if (!first) throw new Error('the sheet has blocks')
  await page.getByText('每道主观题都在一个题块中').waitFor()
  await shoot(page, DIVIDE, 'begun')
  const chips = page.getByRole('button', { name: /移出题块/ })
  const count = await chips.count()
  await chips.first().click()
  const problem = page.getByRole('button', { name: /不属于任何题块/ })
  await problem.waitFor()
  await shoot(page, DIVIDE, 'problem')
  await problem.click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByText('每道主观题都在一个题块中').waitFor()
  await expect.poll(() => chips.count()).toBe(count)

  const board = page.getByRole('group', { name: '第 1 面的框' })
  const box = await board.boundingBox()
  if (!box) throw new Error('the board is seen')
  await page.getByRole('textbox', { name: `题块名称 ${first.name}` }).click()
  const from = { x: box.x + box.width * 0.04, y: box.y + Math.min(box.height * 0.02, 300) }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + box.width * 0.2, from.y + box.height * 0.06, { steps: 5 })
  await page.mouse.up()
  const frame = page.getByRole('button', {
    name: `${first.name} · ${first.regions.length + 1} 的框`,
  })
  await frame.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await shoot(page, DIVIDE, 'drawn')
  await page.getByRole('button', { name: '保存题块' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(/份试卷重新裁切/)
    .first()
    .waitFor()
  await shoot(page, DIVIDE, 'effects')
  await dialog.getByRole('button', { name: /^保存/ }).click()
  await page.getByText(/已保存为第 2 版/).waitFor()
  const after = await admin.call(sheetBlockInfo, { query })
  const [changed] = after.blocks
  expect(changed?.regions).toHaveLength(first.regions.length + 1)
  expect(after.blocks.slice(1)).toEqual(before.blocks.slice(1))

  await page.goto(`/bindQuestions?exam_id=${examId}&subject_id=2`)
  const no = first.question_nos[0] ?? ''
  await page.getByLabel(`第 ${no} 题的知识点`).fill('数列、不等式')
  await page.keyboard.press('Enter')
  await shoot(page, '/bindQuestions', 'filled')
  await page.getByRole('button', { name: '保存题块' }).click()
  await dialog.getByRole('button', { name: '保存题块' }).click()
  await page.getByText(/^✓ 题块已保存/).waitFor()
  const info = await admin.call(sheetInfo, { query })
  expect(info.questions.find((one) => one.no === no)?.knowledge).toEqual(['数列', '不等式'])
  expectQuiet(visitor)
})

test('marks whose picture changes are lost only when a person agreed to that, and all others stay', async () => {
  const { examId } = stage.world.almostDone.exam
  const { admin, sheet } = await sheetOf(examId, 2)
  const query = { sheet_id: sheet.sheet_id }
  const { blocks } = await admin.call(sheetBlockInfo, { query })
  const drafts = blocks.map(({ block_key, name, question_nos, regions }, at) => ({
    block_key,
    name,
    question_nos,
    regions: regions.map((one) => (at === 1 ? { ...one, height_mm: one.height_mm - 2 } : one)),
  }))
  const body = { ...query, blocks: drafts }
  const preview = await admin.call(sheetBindQuestions, { body: { ...body, preview: true } })
  const [, changed, ...others] = preview.effects
  expect(preview.lost).toBeGreaterThan(0)
  expect(changed).toMatchObject({ kind: 'recut', marked: preview.lost })
  expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['same']))
  await expect(admin.call(sheetBindQuestions, { body })).rejects.toThrow(
    `${preview.lost} 份已评阅的试卷重新评阅`,
  )
  const accepted = { ...body, accept_lost: preview.lost }
  const saved = await admin.call(sheetBindQuestions, { body: accepted })
  expect(saved).toMatchObject({ version: sheet.version + 1, lost: preview.lost })
  const after = await admin.call(sheetBindQuestions, { body: { ...query, preview: true } })
  expect(after.effects[1]).toMatchObject({ papers: changed?.papers, marked: 0 })
  expect(after.effects.slice(2).map(({ marked }) => marked)).toEqual(
    others.map(({ marked }) => marked),
  )
})

test('a key is changed with its effect in view, scored again, and taken back', async () => {
  const { examId } = stage.world.almostDone.exam
  const { admin, sheet } = await sheetOf(examId, 2)
  const query = { sheet_id: sheet.sheet_id }
  const keyOf = async (no: string) => {
    const { questions } = await admin.call(sheetInfo, { query })
    return questions.find((one) => one.no === no)
  }
  const before = await keyOf('1')
  const other = before?.key[0] === 'A' ? 'B' : 'A'
  const visitor = await stage.enter('director', `/changeAnswer?exam_id=${examId}&subject_id=2`)
  const { page } = visitor
  await page.getByText('答案的各个版本').waitFor()
  await shoot(page, '/changeAnswer', 'begun')
  await page
    .getByRole('group', { name: '答案', exact: true })
    .getByRole('button', { name: other })
    .click()
  await page
    .getByText(/受影响/)
    .first()
    .waitFor()
  await page.getByLabel('修改原因').fill('答案印错')
  await shoot(page, '/changeAnswer', 'effect')
  await page.getByRole('button', { name: /^保存并为 \d+ 人重新计分$/ }).click()
  await page.getByText(/第 1 题已改为第 2 版/).waitFor()
  expect(await keyOf('1')).toMatchObject({ key: [other], key_version: 2 })
  await page.getByRole('button', { name: '撤销，恢复第 1 版' }).click()
  await page.getByText(/已恢复为前一版答案/).waitFor()
  await shoot(page, '/changeAnswer', 'history')
  expect(await keyOf('1')).toMatchObject({ key: before?.key, key_version: 3 })
  await page.getByRole('button', { name: /^9/ }).click()
  await page.getByText('按选对个数给分').waitFor()
  await shoot(page, '/changeAnswer', 'partial')
  expectQuiet(visitor)
})
