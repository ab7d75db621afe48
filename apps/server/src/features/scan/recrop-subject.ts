import { ulid } from 'ulid'
import { isoNow } from '../../clock.ts'
import { type JobStarter, startJob } from './client/start-job.ts'

const CALL = '/v1/answersheet/bindquestions'

/**
 * Cuts the answers of a subject's scanned sheets again, in the background, by the template of now.
 *
 * @throws AppError SCAN_TEMPLATE_MISSING, SCAN_SHEET_PUBLISHED
 */
export async function recropSubject(who: JobStarter): Promise<void> {
  const id = ulid()
  const action = {
    id,
    call: CALL,
    station: '',
    decidedAt: isoNow(who.services.clock),
    contentHash: id,
    sheetId: null,
  }
  await startJob(
    who,
    action,
    { kind: 'recrop', sheets: { kind: 'subject' } },
    { page: 1, limit: 1 },
  )
}
