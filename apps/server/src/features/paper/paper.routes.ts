import { examPaper, examPaperSave, examPaperUpload, studentPapers } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, mayDo, subjectName } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import type { LinkSigner } from '../../images/link-signer.ts'
import { storePages } from '../sheet/index.ts'
import {
  findPaper,
  type PaperPage,
  selectPaperQuestions,
  selectStudentPapers,
} from './paper.query.ts'
import { addPages, savePaper } from './save-paper.ts'

/** The step from which an exam paper is no secret any more. */
const SCANNING = 3

/** Original papers of subjects. @source platform 4.4 */
export function registerPaper(target: ServeApp): void {
  serve(target, examPaper, async ({ query, found, services, session }) => {
    const { exam, examSubject } = found
    if (examSubject.status < SCANNING && !mayDo(session.role, 'sheet.design'))
      throw new AppError('PAPER_NOT_OPEN', {
        subject: subjectName(query.subject_id, exam.grade_id),
      })
    return paperOf(services.db, services.links, query)
  })

  serve(target, examPaperUpload, async (call) => {
    const { query, services, session, file } = call
    const pages = (await storePages(services, file)).map(({ picture }) => picture)
    return services.db.transaction().execute(async (db) => {
      await addPages(
        db,
        placeOf(query),
        { userId: session.userId, at: isoNow(services.clock) },
        pages,
      )
      await audit(db, call, {
        action: 'exam-paper',
        object: `exam:${query.exam_id}/${query.subject_id}`,
        after: { file: file.filename, pages: pages.length },
      })
      return paperOf(db, services.links, query)
    })
  })

  serve(target, examPaperSave, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      await savePaper(
        db,
        placeOf(body),
        { userId: session.userId, at: isoNow(services.clock) },
        body,
      )
      await audit(db, call, {
        action: 'exam-paper',
        object: `exam:${body.exam_id}/${body.subject_id}`,
        after: {
          pages: body.pages.length,
          regions: body.regions.length,
          visible_to: body.visible_to,
        },
      })
      return paperOf(db, services.links, body)
    })
  })

  serve(target, studentPapers, async ({ query, services, session }) => {
    if (session.studentId === null) return []
    const papers = await selectStudentPapers(services.db, query.exam_id, session.studentId)
    return papers.map((paper) => ({
      ...paper,
      pages: paper.pages.map((page) => pageOf(services.links, page)),
    }))
  })
}

interface Subject {
  exam_id: number
  subject_id: number
}

const placeOf = ({ exam_id: examId, subject_id: subjectId }: Subject) => ({ examId, subjectId })

async function paperOf(db: Db, links: LinkSigner, subject: Subject) {
  const place = placeOf(subject)
  const paper = await findPaper(db, place)
  const questions = await selectPaperQuestions(db, place)
  const known = new Set(questions.map(({ no }) => no))
  return {
    exam_id: place.examId,
    subject_id: place.subjectId,
    version: paper.version,
    visible_to: paper.visibleTo,
    updated_by: paper.updatedBy,
    updated_at: paper.updatedAt,
    pages: paper.pages.map((page) => pageOf(links, page)),
    regions: paper.regions.filter(({ no }) => known.has(no)),
    questions,
  }
}

const pageOf = (links: LinkSigner, { hash, widthPx, heightPx }: PaperPage) => ({
  hash,
  url: links.sign(hash),
  width_px: widthPx,
  height_px: heightPx,
})
