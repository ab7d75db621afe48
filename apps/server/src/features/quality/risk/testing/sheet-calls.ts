import {
  abnormalBlocks,
  abnormalReplaced,
  candidateResult,
  exceptionDetail,
  getExceptions,
  listExceptions,
  scanSheetDetail,
  sheetsNotFull,
  signImage,
} from '@hengjuan/contracts'
import type { TestClient } from '../../../../testing/index.ts'

/** The sheet that the calls are about, and one of its pages. */
export interface LookedAt {
  at: { exam_id: number; subject_id: number }
  candidateId: number
  sheetId: string
  pageHash: string
}

/** Every call that shows pages of a sheet, or answers cut out of them, to who handles sheets. */
export const sheetCalls = {
  listExceptions: (who: TestClient, { at }: LookedAt) =>
    who.send(listExceptions, { query: { ...at, limit: 200 } }),
  getExceptions: (who: TestClient, { at }: LookedAt) => who.send(getExceptions, { query: at }),
  sheetsNotFull: (who: TestClient, { at }: LookedAt) => who.send(sheetsNotFull, { query: at }),
  exceptionDetail: async (who: TestClient, { at }: LookedAt) => {
    const { data } = await who.send(listExceptions, {
      query: { ...at, category: 'to_verify' as 'all', limit: 1 },
    })
    const exception_id = data.list[0]?.exception_id ?? 0
    return who.send(exceptionDetail, { query: { ...at, exception_id } })
  },
  scanSheetDetail: (who: TestClient, { sheetId }: LookedAt) =>
    who.send(scanSheetDetail, { query: { sheet_id: sheetId } }),
  abnormalBlocks: (who: TestClient, { at, candidateId }: LookedAt) =>
    who.send(abnormalBlocks, { query: { ...at, candidate_id: candidateId } }),
  abnormalReplaced: (who: TestClient, { at }: LookedAt) =>
    who.send(abnormalReplaced, { query: at }),
  candidateResult: (who: TestClient, { at, candidateId }: LookedAt) =>
    who.send(candidateResult, { query: { ...at, candidate_id: candidateId } }),
  signImage: (who: TestClient, { at, pageHash }: LookedAt) =>
    who.send(signImage, { query: { exam_id: at.exam_id, hash: pageHash } }),
}
