import { candidateAdd, candidateImport, type Route } from '@hengjuan/contracts'
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
