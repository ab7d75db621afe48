import { readFileSync } from 'node:fs'
import {
  blockMasterReset,
  candidateAdd,
  candidateImport,
  login,
  markersImport,
  type Route,
  spotCheckReject,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../testing/index.ts'

const BOUNDARY = 'part'

test('a body with files is taken by the calls that take a file, and by no other', async () => {
  const { app, services, school, signIn } = await openTestApp()
  const { examId } = await seedTinyExam(services, school)
  const { headers } = await signIn('admin')
  const sendParts = async (route: Route, part: string) => {
    const answer = await app.inject({
      method: route.method,
      url: route.path,
      query: { exam_id: String(examId) },
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      payload: `--${BOUNDARY}\r\ncontent-disposition: form-data; ${part}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`,
    })
    const { error, fields } = answer.json()
    return [answer.statusCode, error, fields]
  }
  expect(await sendParts(candidateAdd, 'name="exam_no"')).toEqual([
    415,
    'MEDIA_TYPE_UNSUPPORTED',
    [],
  ])
  expect(await sendParts(candidateImport, 'name="exam_no"')).toEqual([
    400,
    'INPUT_INVALID',
    [{ path: 'file', msg: '请选择文件' }],
  ])
})

/** A body of parts: fields as text, files by their name. */
const partsOf = (parts: readonly { name: string; value: string; file?: string }[]): string =>
  parts
    .map(({ name, value, file }) => {
      const kept = file === undefined ? '' : `; filename="${file}"`
      return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${kept}\r\n\r\n${value}\r\n`
    })
    .concat(`--${BOUNDARY}--\r\n`)
    .join('')

const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

/** A form as clients of the specification send it: with fields of a spot check, or anything else. */
async function openForms() {
  const { app, signIn } = await openTestApp()
  const { headers } = await signIn('admin')
  const fields = {
    exam_id: '1',
    subject_id: '2',
    block_id: '999',
    marker_id: '4',
    task_detail_id: '5',
    is_rejected: '0',
    is_marked: '0',
  }
  const send = async (contentType: string, payload: string, route: Route = spotCheckReject) => {
    const answer = await app.inject({
      method: route.method,
      url: route.path,
      headers: { ...headers, 'content-type': contentType },
      payload,
    })
    const { error, msg, fields: details } = answer.json()
    return { status: answer.statusCode, error, msg, details }
  }
  const asParts = (given: Record<string, string>) =>
    partsOf(Object.entries(given).map(([name, value]) => ({ name, value })))
  return { app, fields, send, asParts }
}

test('a form is taken urlencoded, in parts and as JSON, and all say the same', async () => {
  const { fields, send, asParts } = await openForms()
  // The block does not exist: whoever is told so was understood.
  const numbers = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Number(value)]),
  )
  for (const [type, payload] of [
    ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()],
    [MULTIPART, asParts(fields)],
    ['application/json', JSON.stringify(numbers)],
  ] as const)
    expect([type, (await send(type, payload)).status]).toEqual([type, 404])
  const { task_detail_id: _, ...short } = fields
  expect((await send(MULTIPART, asParts(short))).details).toEqual([
    { path: 'task_detail_id', msg: '必须填写' },
  ])
})

test.for<[what: string, type: string, payload: string, details: [path: string, msg: string][]]>([
  [
    'a file',
    MULTIPART,
    partsOf([{ name: 'picture', value: 'x', file: 'a.png' }]),
    [['picture', '这里只收表单字段，不收文件']],
  ],
  [
    'a field as long as a document',
    MULTIPART,
    partsOf([{ name: 'comment', value: 'x'.repeat(17_000) }]),
    [['comment', '内容过长']],
  ],
  [
    'more fields than a form has',
    MULTIPART,
    partsOf(Array.from({ length: 60 }, (_, no) => ({ name: `f${no}`, value: '1' }))),
    [['body', '字段或文件过多']],
  ],
  [
    'no boundary',
    'multipart/form-data',
    'x',
    [['body', '上传的内容不完整（可能在途中断开），请重新提交']],
  ],
  [
    'a body that breaks off',
    MULTIPART,
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1`,
    [['body', '上传的内容不完整（可能在途中断开），请重新提交']],
  ],
])('a form with %s is refused by what is wrong with it', async ([, type, payload, details]) => {
  const { send } = await openForms()
  const answer = await send(type, payload)
  expect([answer.status, answer.error, answer.details]).toEqual([
    400,
    'INPUT_INVALID',
    details.map(([path, msg]) => ({ path, msg })),
  ])
})

test('a field that stands twice is none, in parts as urlencoded', async () => {
  const { fields, send, asParts } = await openForms()
  const twice = partsOf([{ name: 'block_id', value: '1' }]).replace(`--${BOUNDARY}--\r\n`, '')
  const { status, details } = await send(MULTIPART, twice + asParts(fields))
  expect([status, details.map(({ path }: { path: string }) => path)]).toEqual([400, ['block_id']])
})

test.for<[Route, RegExp]>([
  [spotCheckReject, /请改用表单（.*multipart\/form-data）或 JSON$/],
  [login, /请改用表单/],
  [candidateAdd, /请改用 JSON（application\/json）$/],
  [candidateImport, /请改用表单（multipart\/form-data）上传文件$/],
])('what a call does not take, it says with what it takes', async ([route, sentence]) => {
  const { send } = await openForms()
  const { status, error, msg } = await send('application/xml', '<a/>', route)
  expect([status, error]).toEqual([415, 'MEDIA_TYPE_UNSUPPORTED'])
  expect(msg).toMatch(sentence)
})

test('a file is taken under the name that its call documents, and under no other', async () => {
  const { app, services, school, signIn } = await openTestApp()
  const { examId } = await seedTinyExam(services, school)
  const { headers } = await signIn('admin')
  const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  const { content } = paths[markersImport.path].post.requestBody
  const send = async (name: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: markersImport.path,
      query: { exam_id: String(examId), subject_id: '2', preview: '1' },
      headers: { ...headers, 'content-type': MULTIPART },
      payload: partsOf([{ name, value: 'no spreadsheet', file: 'a.xlsx' }]),
    })
    const { error, fields } = answer.json()
    return [answer.statusCode, error, fields[0]?.msg]
  }
  expect(Object.keys(content['multipart/form-data'].schema.properties)).toEqual(['marker_file'])
  expect((await send('marker_file')).slice(0, 2)).toEqual([422, 'IMPORT_FILE_INVALID'])
  expect(await send('file')).toEqual([
    400,
    'INPUT_INVALID',
    '请把文件放在名为 marker_file 的字段里，收到的字段名为 file',
  ])
})

test('an address is answered with a slash at its end as well', async () => {
  const { app, signIn } = await openTestApp()
  const { headers } = await signIn('admin')
  const payload = { unit_id: 1, reason: '误判' }
  for (const slash of ['', '/']) {
    const url = `${blockMasterReset.path}${slash}`
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    // There is no such paper, and there is the call.
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'MARKING_UNIT_NOT_FOUND'])
  }
})
