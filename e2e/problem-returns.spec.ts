import {
  allocationGet,
  allocationMastersSet,
  allocationSet,
  leaderDecide,
  leaderHold,
  leaderList,
  leaderNext,
  markNext,
  markSubmit,
  masterReview,
  paperRecall,
} from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { painted, typeScore } from './mark-by-key.ts'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const HOME = '/MainPage/markPaper/markPage/arbitration-home'
const DESK = '/MainPage/markPaper/markPage/arbitration-marking'
/** 冯雅琴, who leads another subject. */
const COLLEAGUE = 'leader-zh'

/** A block of mathematics in that mode; nobody has marked in it. */
function blockOf(mode: number) {
  const { exam, blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === mode,
  )
  if (!block) throw new Error(`a block of mathematics is in mode ${mode}`)
  return { ...block, examId: exam.examId }
}

/** Somebody takes a paper and hands it in. @returns the paper */
async function give(account: string, blockId: number, more: object) {
  const marker = await stage.world.signIn(account)
  const { tasks } = await marker.call(markNext, { query: { block_id: blockId, n: 1 } })
  const [task] = tasks
  if (!task) throw new Error(`${account} has no paper`)
  await marker.call(markSubmit, {
    body: { block_id: blockId, reading_id: task.reading_id, idem_key: ulid(), ...more },
  })
  return task
}

/** A second leader beside the one of the block. */
async function twoLeaders(blockId: number) {
  const director = await stage.world.signIn('director')
  const colleague = await stage.world.signIn(COLLEAGUE)
  const leader = await stage.world.signIn('leader')
  await director.call(allocationMastersSet, {
    body: { block_id: blockId, leader_ids: [leader.user.user_id, colleague.user.user_id] },
  })
  return { director, colleague, leader }
}

const codeOn = async (page: Page): Promise<string> =>
  (await page.getByTestId('leader-desk').getByText(/^密号/).innerText()).replace(/^密号\s*/, '')

const PROBLEM = { problem: { reason: 'unclear_image', note: '右下角被折' } }

test('a problem paper is one leader’s at a time, and goes back to who passed it on or to somebody else', async () => {
  const { blockId, examId } = blockOf(0)
  const { director } = await twoLeaders(blockId)
  const first = await give('marker1', blockId, PROBLEM)
  const second = await give('marker1', blockId, PROBLEM)
  const third = await give('marker1', blockId, PROBLEM)

  const mine = await stage.enter(
    'leader',
    `${DESK}?mode=problem&unit_id=${first.unit_id}&block_id=${blockId}`,
  )
  const { page } = mine
  await painted(page)
  const same = page.getByRole('button', { name: /^退回陈思远/ })
  const others = page.getByRole('button', { name: /^退回其他教师评阅/ })
  await same.waitFor()
  await others.waitFor()
  await settle(page)
  await shoot(page, '/arbitration-marking', 'problem-returns')
  expect(await tooWide(page)).toEqual([])

  // The key map has what works on this paper, and nothing of arbitration.
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('?')
  await dialog.getByText('按违纪处理或作废（0 分，须写原因）').waitFor()
  await dialog.getByText('退回陈思远').waitFor()
  for (const idle of ['取 A 的给分', '优秀卷', '选作标准卷'])
    expect(await dialog.getByText(idle).count(), idle).toBe(0)
  await shoot(page, '/arbitration-marking', 'problem-keys')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // Why it would get nothing is there again when the dialog, or the page, was closed over it.
  const why = dialog.getByLabel('原因')
  await page.keyboard.press('u')
  await why.fill('答卷中夹带打印的答案')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await painted(page)
  await page.keyboard.press('u')
  expect(await why.inputValue()).toBe('答卷中夹带打印的答案')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // The other leader sees who has it, and is told so who opens it from an older list.
  const theirs = await stage.enter(COLLEAGUE, `${HOME}/problem?block_id=${blockId}`)
  const list = theirs.page.getByRole('grid', { name: '问题卷' })
  const row = list.getByRole('row').filter({ hasText: first.secret_code })
  await row.getByText('吴敬之').waitFor()
  expect(await row.getByRole('button', { name: '处理' }).getAttribute('aria-disabled')).toBe('true')
  await settle(theirs.page)
  await shoot(theirs.page, '/arbitration-home', 'problem-held')
  await theirs.page.goto(`${DESK}?mode=problem&unit_id=${first.unit_id}&block_id=${blockId}`)
  await theirs.page.getByText('这份问题卷正由 吴敬之 处理，请处理其他试卷').waitFor()
  await settle(theirs.page)
  await shoot(theirs.page, '/arbitration-marking', 'problem-refused')

  // Scored by mistake and taken back at once, it is the same problem as before, with the score on the pad.
  await typeScore(page, 3)
  await page.keyboard.press('Enter')
  await expect.poll(() => codeOn(page)).toBe(second.secret_code)
  const before = page.getByRole('status', { name: '上一份的处理' })
  await before.getByText(`上一份 ${first.secret_code}`).waitFor()
  await painted(page)
  await page.keyboard.press('Control+z')
  await expect.poll(() => codeOn(page)).toBe(first.secret_code)
  await painted(page)
  await same.waitFor()
  await others.waitFor()
  expect(await page.getByTestId('mark-total').innerText()).toBe('3')
  await page.getByText('右下角被折；撤销裁定：裁定后当即撤销').waitFor()
  await settle(page)
  await shoot(page, '/arbitration-marking', 'problem-taken-back')

  // Back to its marker by key; the next one to somebody else.
  await page.keyboard.press('Shift+J')
  await page.getByText('已退回陈思远').waitFor()
  await expect.poll(() => codeOn(page)).toBe(second.secret_code)
  const marker = await stage.world.signIn('marker1')
  const hand = async () =>
    (await marker.call(markNext, { query: { block_id: blockId, n: 1 } })).tasks.map(
      ({ unit_id }) => unit_id,
    )
  expect(await hand()).toEqual([first.unit_id])
  await painted(page)
  await page.keyboard.press('j')
  await page.getByText('已退回，由其他教师评阅').waitFor()
  await expect.poll(() => codeOn(page)).toBe(third.secret_code)

  // Left undecided, it is anybody's again.
  await page.getByRole('link', { name: /返回/ }).click()
  await page.getByRole('grid', { name: '问题卷' }).waitFor()
  const leader = await stage.world.signIn(COLLEAGUE)
  const heldBy = async () => {
    const { list: waiting } = await leader.call(leaderList, { query: { mode: 'problem' } })
    return waiting.find(({ unit_id }) => unit_id === third.unit_id)?.held_by
  }
  await expect.poll(heldBy).toBeNull()

  // Nobody else is left to read it: the page says so before anything is sent.
  const saved = await director.call(allocationGet, { query: { block_id: blockId } })
  const allocate = (isAlone: boolean) =>
    director.call(allocationSet, {
      body: {
        block_id: blockId,
        alloc_mode: 1,
        markers: saved.list.map(({ marker_id, duty, name }) => ({
          marker_id,
          duty: duty as 'marker' | 'leader',
          ...(duty === 'marker'
            ? { suspended: isAlone && name !== '陈思远' ? (1 as const) : (0 as const) }
            : {}),
        })),
      },
    })
  await allocate(true)
  await page.goto(`${DESK}?mode=problem&unit_id=${third.unit_id}&block_id=${blockId}`)
  await painted(page)
  expect(await others.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('j')
  await page.getByText(/没有其他教师可以评阅这份试卷，请选择别的处理方式/).waitFor()
  await settle(page)
  await shoot(page, '/arbitration-marking', 'problem-nobody')
  await allocate(false)
  await page.keyboard.press('Shift+J')
  await page.getByText('已退回陈思远').waitFor()
  expect(examId).toBeGreaterThan(0)
  for (const visitor of [mine, theirs]) expectQuiet(visitor, /status of 409/)
})

test('a problem paper that is another one than on the page is shown as it is now, with what was typed', async () => {
  const { blockId } = blockOf(0)
  await give('marker1', blockId, PROBLEM)
  const leader = await stage.world.signIn('leader')
  const visitor = await stage.enter('leader', `${DESK}?mode=problem&block_id=${blockId}`)
  const { page } = visitor
  await painted(page)
  await typeScore(page, 1)
  const unitId = Number(new URL(page.url()).searchParams.get('unit_id'))
  const { task } = await leader.call(leaderNext, { query: { mode: 'problem', unit_id: unitId } })
  // What the page was shown goes along, and the server finds that it is another by now.
  const changed = '这份试卷在您打开之后有变化（图像），还没有处理，请按现在的内容核对后再提交'
  const shown: unknown[] = []
  await page.route(`**${leaderHold.path}`, (route) => {
    shown.push((route.request().postDataJSON() as { version?: string }).version)
    return route.fulfill({ json: { data: { lost: null, changed } } })
  })
  const asked = page.waitForRequest((request) => request.url().includes(`unit_id=${unitId}`))
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await asked
  await page.getByText(changed).waitFor()
  expect(shown).toEqual([task?.version])
  await painted(page)
  expect(await page.getByTestId('mark-total').innerText()).toBe('1')
  await page.unroute(`**${leaderHold.path}`)
  const sent = page.waitForRequest(`**${leaderDecide.path}`)
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ unit_id: unitId, version: task?.version })
  await page.getByText('给 1 分').waitFor()
  expectQuiet(visitor)
})

test('an arbitration that somebody else has meanwhile keeps what was typed, and the score is seen in the list', async () => {
  const { blockId, examId } = blockOf(1)
  const { director, colleague } = await twoLeaders(blockId)
  const one = await stage.world.signIn('marker1')
  const two = await stage.world.signIn('marker2')
  // Until a paper is read by both, for full marks and for none.
  const read = new Map<number, number>()
  let unitId: number | undefined
  for (let round = 0; unitId === undefined && round < 60; round++)
    for (const [marker, isFull] of [
      [one, true],
      [two, false],
    ] as const) {
      const { tasks } = await marker.call(markNext, { query: { block_id: blockId, n: 1 } })
      const [task] = tasks
      if (!task) continue
      await marker.call(markSubmit, {
        body: {
          block_id: blockId,
          reading_id: task.reading_id,
          idem_key: ulid(),
          scores: task.points.map(({ full_milli }) => (isFull ? full_milli : 0)),
          active_ms: 4000,
        },
      })
      read.set(task.unit_id, (read.get(task.unit_id) ?? 0) + 1)
      if (read.get(task.unit_id) === 2) unitId = task.unit_id
    }
  if (unitId === undefined) throw new Error('two markers read one paper')
  const on = { mode: 'arbitration' as const, unit_id: unitId }

  const mine = await stage.enter(
    'leader',
    `${DESK}?mode=arbitration&unit_id=${unitId}&block_id=${blockId}`,
  )
  const { page } = mine
  await painted(page)
  const code = await codeOn(page)
  await page.keyboard.press('Alt+1')
  const typed = await page.getByTestId('mark-total').innerText()

  // A supervisor takes it out of the leader's hands, and the colleague has it.
  await director.call(paperRecall, {
    body: { exam_id: examId, block_id: blockId, unit_id: unitId },
  })
  await colleague.call(leaderNext, { query: on })
  // As when the network is back: the page asks at once.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByText(/这份试卷正由 冯雅琴 仲裁.*您输入的内容还在页面上/).waitFor()
  expect(await page.getByTestId('mark-total').innerText()).toBe(typed)
  await settle(page)
  await shoot(page, '/arbitration-marking', 'lost')
  expect(await tooWide(page)).toEqual([])

  await page.keyboard.press('Enter')
  await page.getByText(/已保留在仲裁任务的「未采用的给分」中/).waitFor()
  expect(await page.getByTestId('mark-total').innerText()).toBe(typed)
  await settle(page)
  await shoot(page, '/arbitration-marking', 'late')
  await colleague.call(leaderDecide, {
    body: { ...on, idem_key: ulid(), scores: await fullScores(colleague, on) },
  })

  await page.goto(`${HOME}/arbitration`)
  await page.getByRole('button', { name: '未采用的给分 1' }).click()
  const kept = page.getByRole('dialog', { name: '未采用的给分' })
  await kept.getByText(code).waitFor()
  await settle(page)
  await shoot(page, '/arbitration-home', 'unplaced')
  expect(await kept.innerText()).toMatch(/您给了 .+ 分，终评 .+ 分/)
  expectQuiet(mine, /status of 409/)
})

test('a paper that waits for a marker who was stopped is given to others from the supervision page', async () => {
  const { blockId, examId } = blockOf(0)
  const director = await stage.world.signIn('director')
  const marker = await stage.world.signIn('marker2')
  const { tasks } = await marker.call(markNext, { query: { block_id: blockId, n: 1 } })
  const [task] = tasks
  if (!task) throw new Error('marker2 has no paper')
  const given = await marker.call(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: task.reading_id,
      idem_key: ulid(),
      scores: task.points.map(({ full_milli }) => full_milli),
      active_ms: 4000,
    },
  })
  const leader = await stage.world.signIn('leader')
  await leader.call(masterReview, {
    body: {
      block_id: blockId,
      outcome: 'return',
      task_detail_id: given.reading_id,
      comment: '第二步请重看',
    },
  })
  const saved = await director.call(allocationGet, { query: { block_id: blockId } })
  const name = saved.list.find(({ marker_id }) => marker_id === marker.user.user_id)?.name ?? ''
  await director.call(allocationSet, {
    body: {
      block_id: blockId,
      alloc_mode: 1,
      markers: saved.list.map(({ marker_id, duty }) => ({
        marker_id,
        duty: duty as 'marker' | 'leader',
        ...(marker_id === marker.user.user_id ? { suspended: 1 as const } : {}),
      })),
    },
  })

  const visitor = await stage.enter(
    'director',
    `/stuck-papers?exam_id=${examId}&block_id=${blockId}`,
  )
  const { page } = visitor
  const row = page.getByRole('row').filter({ hasText: task.secret_code })
  await row.getByText('等待重评的教师已停止阅卷').waitFor()
  await settle(page)
  await shoot(page, '/stuck-papers', 'marker-gone')
  await row.getByRole('link', { name: '交给其他教师或转仲裁' }).click()
  const waiting = page.getByRole('region', { name: '等待重评' })
  await waiting.getByText(`${name}（已停止分配） 1 份`).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'waiting')
  await waiting.getByRole('button', { name: '由其他教师评阅…' }).click()
  await page.getByText(`将处理 1 份：${name}（已停止分配） 1 份`).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'waiting-asks')
  await page.getByRole('button', { name: '由其他教师评阅 1 份' }).click()
  await page.getByText('已交给其他教师评阅 1 份').waitFor()
  await waiting.waitFor({ state: 'detached' })
  expectQuiet(visitor)
})

/** Full marks for the paper that a leader has. */
async function fullScores(
  leader: Awaited<ReturnType<typeof stage.world.signIn>>,
  on: { mode: 'arbitration'; unit_id: number },
): Promise<number[]> {
  const { task } = await leader.call(leaderNext, { query: on })
  return task?.points.map(({ full_milli }) => full_milli) ?? []
}
