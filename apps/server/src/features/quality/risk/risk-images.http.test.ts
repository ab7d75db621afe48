import * as contract from '@hengjuan/contracts'
import {
  benchmarkPapers,
  benchmarkScripts,
  benchmarkScriptSet,
  blankBlockChecked,
  blankBlockGet,
  checkDetail,
  flaggedPapers,
  identicalPairs,
  identicalSet,
  leaderDecide,
  leaderNext,
  markNext,
  markStatus,
  markSubmit,
  masterSpotCheck,
  messageSend,
  messagesGet,
  paperRecord,
  previewDetail,
  riskPapers,
  scoreInspectDetail,
  spotCheckGet,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { sheetCalls } from './testing/sheet-calls.ts'

/** Calls that answer with images of answers, each tried below. */
const TRIED = [
  'benchmarkPapers benchmarkScripts blankBlockChecked blankBlockGet checkDetail flaggedPapers identicalPairs identicalSet leaderNext',
  'markNext markStatus masterSpotCheck messagesGet paperRecord previewDetail riskPapers scoreInspectDetail',
  'spotCheckGet',
  // Whole pages of sheets.
  ...Object.keys(sheetCalls),
].flatMap((names) => names.split(' '))

/** Calls that answer with other images, or with those of papers that only their reader has to see. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  sheetImport: 'an empty sheet',
  sheetPoints: 'an empty sheet',
  padPictureAdd: 'a figure of a question',
  padPictures: 'figures of questions',
  padEnter: 'figures of questions, and the own photos of who answers',
  padPhoto: 'the own photo of who answers',
  markSubmit: 'papers that are to be marked now, as `markNext`',
  ownQualification: 'papers of a qualification set, chosen from `benchmarkScripts`',
  trialMark: 'papers of a qualification set, chosen from `benchmarkScripts`',
  reportAnswer: 'answers of a released exam, without risks, as `listedImagesOf` leaves them',
  reportAnswers: 'the same of everybody to a question',
  reportExamples: 'answers that their leader chose and that are fit to be shown, risks are not',
  downloadList: 'files that jobs left, for who began them',
  jobGet: 'a file that a job left, for who began it',
  jobList: 'files that jobs left, for who began them',
  scoreImportStatus: 'the table that was imported, for who imports scores',
  thirdStart: 'the page of a provider where one signs in',
  entryToken: 'an address that signs somebody in',
  examPaper: 'an original paper',
  examPaperUpload: 'an original paper',
  examPaperSave: 'an original paper',
  studentPapers: 'original papers',
  ownPictures: 'answers of who asks, and of nobody else',
  readerPapers: 'papers without risks, by the query that draws them',
}

interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

/** Has a reply a field with the address of an image? */
const hasImages = ({ properties = {}, items, anyOf = [] }: Shape): boolean =>
  Object.keys(properties).some((name) => /urls?$|^images?$/.test(name)) ||
  [...Object.values(properties), ...anyOf, ...(items ? [items] : [])].some(hasImages)

test('risk paper: every call that answers with images is tried, or said to show others', () => {
  const named = Object.entries(contract).flatMap(([name, value]) =>
    typeof value === 'object' &&
    'path' in value &&
    'reply' in value &&
    hasImages(value.reply as Shape)
      ? [name]
      : [],
  )
  expect(named.toSorted()).toEqual([...TRIED, ...Object.keys(LEFT_OUT)].toSorted())
})

/**
 * A paper that was read, flagged, asked about and made a script before its second reader passed it on as a
 * risk; its leader scored it since. Another paper is said to be identical with it.
 */
async function open() {
  const app = await openTestApp()
  const { services, signIn } = app
  const marked = await seedMarking(services, app.school, { candidates: 3, mode: 1 })
  const on = { block_id: marked.blockId }
  const [leader, admin] = [await signIn('leader'), await signIn('admin')]
  const [first, second] = [await signIn('marker1'), await signIn('marker2')]
  const take = async (who: TestClient, n = 1) =>
    (await who.send(markNext, { query: { ...on, n } })).data.tasks
  const hand = (who: TestClient, reading_id: number, more: object) =>
    who.send(markSubmit, {
      body: { ...on, reading_id, idem_key: `key-of-reading-${reading_id}`, ...more },
    })
  const [task] = await take(first)
  if (!task) throw new Error('no paper')
  const { unit_id } = task
  await first.send(messageSend, {
    body: { ...on, text: '这样算几分', reading_id: task.reading_id },
  })
  await hand(first, task.reading_id, { scores: [5000], flags: ['doubtful'] })
  const asked = (await take(second, 3)).find((one) => one.unit_id === unit_id)
  const other = (await take(second, 3)).find((one) => one.unit_id !== unit_id)
  const risk = { reason: 'emotional_or_risk', note: '作答中说不想活了' }
  await hand(second, asked?.reading_id ?? 0, { problem: risk })
  const pair = { reason: 'identical', note: '整段一样', pair_code: task.secret_code }
  await hand(second, other?.reading_id ?? 0, { problem: pair })
  await leader.send(leaderDecide, {
    body: {
      mode: 'problem',
      unit_id,
      outcome: 'score',
      idem_key: 'the-score-of-danger',
      scores: [5000],
    },
  })
  // Test papers look alike; this one has a picture that no other has.
  const hash = 'f'.repeat(64)
  await services.db
    .updateTable('unit')
    .set({ images: JSON.stringify([hash]) })
    .where('id', '=', unit_id)
    .execute()
  const unit = await services.db
    .selectFrom('unit')
    .selectAll()
    .where('id', '=', unit_id)
    .executeTakeFirstOrThrow()
  await sampleAsBlank(services.db, unit, marked.leaderId)
  return { ...app, ...marked, on, leader, admin, first, second, task, other, unit, hash }
}

/** It is among the checks of a batch of blank answers. */
async function sampleAsBlank(
  db: Db,
  unit: { id: number; block_id: number },
  confirmed_by: number,
): Promise<void> {
  const batch = await db
    .insertInto('blank_batch')
    .values({
      block_id: unit.block_id,
      confirmed_by,
      confirmed_at: '2026-11-20T01:00:00.000Z',
      state: 'open',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('blank_batch_unit')
    .values({ batch_id: batch.id, unit_id: unit.id, is_check: 1, score_milli: 5000 })
    .execute()
}

test('risk paper: nobody is shown the image of such a paper in a list, but who takes care of it', async () => {
  const world = await open()
  const { on, leader, admin, first, second, task, unit, other, hash, examId, signIn } = world
  const score = { exam_id: examId, subject_id: SUBJECT, candidate_id: unit.candidate_id }
  const director = await signIn('director')
  await leader.send(benchmarkScriptSet, {
    body: { ...on, unit_id: unit.id, kind: 'discussion' },
  })
  const readings = { exam_id: examId, ...on, task_detail_id: task.reading_id }
  const own = { ...on, reading_id: task.reading_id }
  const replies = {
    benchmarkPapers: await leader.send(benchmarkPapers, { query: on }),
    benchmarkScripts: await leader.send(benchmarkScripts, { query: on }),
    flaggedPapers: await leader.send(flaggedPapers, { query: on }),
    blankBlockGet: await admin.send(blankBlockGet, { query: on }),
    blankBlockChecked: await leader.send(blankBlockChecked, { query: { ...on, of: 'check' } }),
    paperRecord: await leader.send(paperRecord, {
      query: { exam_id: examId, ...on, unit_id: unit.id },
    }),
    checkDetail: await leader.send(checkDetail, { query: readings }),
    spotCheckGet: await leader.send(spotCheckGet, { query: on }),
    spotCheckNamed: await leader.send(spotCheckGet, {
      query: { ...on, task_detail_id: task.reading_id },
    }),
    masterSpotCheck: await leader.send(masterSpotCheck, { query: on }),
    messagesGet: await first.send(messagesGet, { query: on }),
    messagesOfLeader: await leader.send(messagesGet, {
      query: { ...on, marker_id: world.markerIds[0] ?? 0 },
    }),
    identicalSet: await leader.send(identicalSet, {
      body: { unit_id: other?.unit_id ?? 0, other_unit_id: unit.id, action: 'restore' },
    }),
    identicalPairs: await leader.send(identicalPairs, { query: on }),
    leaderNext: await leader.send(leaderNext, {
      query: { mode: 'problem', unit_id: other?.unit_id ?? 0 },
    }),
    markNext: await first.send(markNext, { query: { ...on, n: 3 } }),
    ownPaper: await first.send(markNext, { query: own }),
    wholePaper: await first.send(markNext, { query: { ...own, whole: 1 } }),
    ownMarked: await first.send(markNext, { query: { ...on, marked: 1 } }),
    markStatus: await second.send(markStatus, { query: on }),
    previewDetail: await director.send(previewDetail, { query: score }),
    scoreInspectDetail: await director.send(scoreInspectDetail, { query: score }),
  }
  for (const [name, { status, data }] of Object.entries(replies)) {
    expect([name, status]).toEqual([name, 200])
    expect([name, JSON.stringify(data).includes(hash)]).toEqual([name, false])
  }
  // They are about this paper all the same.
  expect(replies.identicalSet.data.identical.map(({ unit_id }) => unit_id)).toEqual([unit.id])
  expect(replies.blankBlockChecked.data.list.map(({ unit_id }) => unit_id)).toEqual([unit.id])
  expect(replies.paperRecord.data).toMatchObject({ images: [], is_risk: true })
  expect(replies.ownMarked.data.tasks.map(({ unit_id }) => unit_id)).toContain(unit.id)
  expect(replies.messagesGet.data.list[0]?.paper?.code).toBe(task.secret_code)
  expect(replies.previewDetail.data.blocks[0]).toMatchObject({ is_risk: true, images: [] })
})

test('risk paper: the administrator of the school sees it, in the score of its student too', async () => {
  const { admin, hash, examId, unit } = await open()
  const score = { exam_id: examId, subject_id: SUBJECT, candidate_id: unit.candidate_id }
  for (const { data } of [
    await admin.send(riskPapers, { query: {} }),
    await admin.send(previewDetail, { query: score }),
    await admin.send(scoreInspectDetail, { query: score }),
  ])
    expect(JSON.stringify(data)).toContain(hash)
})

test('risk paper: whoever has to score it sees it', async () => {
  const app = await openTestApp()
  const { blockId } = await seedMarking(app.services, app.school, { candidates: 1, markers: 1 })
  const marker = await app.signIn('marker1')
  const [task] = (await marker.send(markNext, { query: { block_id: blockId, n: 1 } })).data.tasks
  await marker.send(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: task?.reading_id ?? 0,
      idem_key: 'the-paper-of-danger',
      problem: { reason: 'emotional_or_risk', note: '作答中说不想活了' },
    },
  })
  const leader = await app.signIn('leader')
  const { data } = await leader.send(leaderNext, { query: { mode: 'problem' } })
  expect(data.task?.images).toHaveLength(1)
})
