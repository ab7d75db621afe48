import {
  clientExam,
  clientMarkingDetail,
  clientSchoolClasses,
  clientTemplete,
  type ReplyOf,
} from '@hengjuan/contracts'
import { CallError } from '@hengjuan/client'
import type { OmrTemplate } from '@hengjuan/domain'
import { loadTemplate, TemplateError } from '@hengjuan/omr'
import type { ExamList } from '../../bridge/batch-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import type { RosterEntry } from '../sheets/sheet-findings.ts'
import { findCached, putCached } from '../store/settings.store.ts'
import type { ServerLink } from '../upload/server-link.ts'

type Exams = ReplyOf<typeof clientExam>
type Classes = ReplyOf<typeof clientSchoolClasses>
type TemplateReply = ReplyOf<typeof clientTemplete>
type Missing = ReplyOf<typeof clientMarkingDetail>['missing']

interface Subject {
  exam_id: number
  subject_id: number
}

/** A sheet that the station could read. */
interface KnownTemplate {
  exam_id: number
  exam_name: string
  subject_id: number
  subject_name: string
  sha256: string
  template: OmrTemplate
}

/** Exams, templates and lists of candidates: asked of the server, kept for when it is away. */
export class ExamCache {
  private readonly station: StationContext
  private readonly link: ServerLink
  private readonly templates = new Map<string, OmrTemplate>()
  private known: KnownTemplate[] | null = null
  private readonly rosters = new Map<number, ReadonlyMap<string, RosterEntry>>()

  constructor(station: StationContext, link: ServerLink) {
    this.station = station
    this.link = link
  }

  async listExams(): Promise<ExamList> {
    const { body, fetchedAt, isCached } = await this.ask<Exams>('exams', '', () =>
      this.link.call(clientExam, { query: {} }),
    )
    this.known = null
    return { exams: body, fetched_at: fetchedAt, is_cached: isCached }
  }

  /** Asks who has no sheet yet; without an answer the last one stays. */
  async fetchMissing({ exam_id, subject_id }: Subject): Promise<void> {
    await this.ask<Missing>('missing', `${exam_id}/${subject_id}`, async () => {
      const query = { exam_id, subject_id, missing_in: 'subject' as const }
      return (await this.link.call(clientMarkingDetail, { query })).missing
    })
  }

  /** Who had no sheet when the server was last asked; null when it never was. */
  keptMissing = ({ exam_id, subject_id }: Subject): { body: Missing; fetchedAt: string } | null =>
    findCached<Missing>(this.station.db, 'missing', `${exam_id}/${subject_id}`)

  hasRoster = (exam_id: number): boolean => this.rosterOf(exam_id) !== null

  /** @throws StationError when the subject is in no list that the station has seen */
  findSubject(exam_id: number, subject_id: number) {
    const exam = findCached<Exams>(this.station.db, 'exams')?.body.find(
      (each) => each.exam_id === exam_id,
    )
    const subject = exam?.subjects.find((each) => each.subject_id === subject_id)
    if (!exam || !subject)
      throw new StationError('SUBJECT_UNKNOWN', '没有这场考试的这个科目，请刷新考试列表后重选')
    return { exam, subject }
  }

  /**
   * The template to read with now: the server's, or the one kept here.
   *
   * @throws StationError when there is none, or it cannot be used
   */
  async fetchTemplate(exam_id: number, subject_id: number): Promise<{ sha256: string }> {
    const { body } = await this.ask<TemplateReply>('template-of', `${exam_id}/${subject_id}`, () =>
      this.link.call(clientTemplete, { query: { exam_id, subject_id } }),
    )
    try {
      loadTemplate(body.template)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      throw new StationError('TEMPLATE_INVALID', `识别模板不能使用：${error.message}`, {
        cause: error,
      })
    }
    // By content: batches keep reading with the template that they began with.
    putCached(this.station.db, 'template', body.template_sha256, body.template, this.station.now())
    this.known = null
    return { sha256: body.template_sha256 }
  }

  /**
   * Fetches the templates of an exam's other subjects, so that their sheets are known when they come.
   * What cannot be had is left out: it is not what was asked for.
   */
  async fetchTemplatesOf(exam_id: number): Promise<void> {
    const exam = findCached<Exams>(this.station.db, 'exams')?.body.find(
      (each) => each.exam_id === exam_id,
    )
    for (const { subject_id, upload } of exam?.subjects ?? []) {
      const sha256 = upload.template_sha256
      if (sha256 === null) continue
      const kept = findCached<TemplateReply>(
        this.station.db,
        'template-of',
        `${exam_id}/${subject_id}`,
      )
      if (kept?.body.template_sha256 === sha256 && this.templateOf(sha256)) continue
      await this.fetchTemplate(exam_id, subject_id).catch((error: unknown) => {
        if (!(error instanceof StationError)) throw error
      })
    }
  }

  /** Every sheet whose template is here, the newest exam first. */
  knownTemplates(): readonly KnownTemplate[] {
    this.known ??= this.findKnownTemplates()
    return this.known
  }

  private findKnownTemplates(): KnownTemplate[] {
    const exams = findCached<Exams>(this.station.db, 'exams')?.body ?? []
    return exams.flatMap(({ exam_id, exam_name, subjects }) =>
      subjects.flatMap(({ subject_id, subject_name }): KnownTemplate[] => {
        const kept = findCached<TemplateReply>(
          this.station.db,
          'template-of',
          `${exam_id}/${subject_id}`,
        )
        const sha256 = kept?.body.template_sha256
        const template = sha256 === undefined ? null : this.templateOf(sha256)
        if (!template || sha256 === undefined) return []
        return [{ exam_id, exam_name, subject_id, subject_name, sha256, template }]
      }),
    )
  }

  templateOf(sha256: string): OmrTemplate | null {
    const known = this.templates.get(sha256)
    if (known) return known
    const cached = findCached<unknown>(this.station.db, 'template', sha256)
    if (!cached) return null
    const template = loadTemplate(cached.body)
    this.templates.set(sha256, template)
    return template
  }

  async fetchRoster(exam_id: number): Promise<void> {
    await this.ask<Classes>('roster', String(exam_id), () =>
      this.link.call(clientSchoolClasses, { query: { exam_id } }),
    )
    this.rosters.delete(exam_id)
  }

  /** By exam number; null when no list was ever fetched. */
  rosterOf(exam_id: number): ReadonlyMap<string, RosterEntry> | null {
    const known = this.rosters.get(exam_id)
    if (known) return known
    const cached = findCached<Classes>(this.station.db, 'roster', String(exam_id))
    if (!cached) return null
    const roster = new Map(
      cached.body.flatMap(({ class_name, students }) =>
        students.map(({ exam_no, name }) => [exam_no, { exam_no, name, class_name }] as const),
      ),
    )
    this.rosters.set(exam_id, roster)
    return roster
  }

  /** The server's answer, or the last one when it does not answer. */
  private async ask<T>(
    kind: string,
    key: string,
    fetchIt: () => Promise<T>,
  ): Promise<{ body: T; fetchedAt: string; isCached: boolean }> {
    const cached = () => {
      const found = findCached<T>(this.station.db, kind, key)
      return found && { ...found, isCached: true }
    }
    if (!this.link.isSignedIn) {
      const found = cached()
      if (found) return found
      throw new StationError('SIGNED_OUT', '请先登录')
    }
    try {
      const body = await fetchIt()
      const fetchedAt = this.station.now()
      putCached(this.station.db, kind, key, body, fetchedAt)
      return { body, fetchedAt, isCached: false }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isAway = error.status === 0 || error.status >= 500 || error.status === 401
      const found = isAway ? cached() : null
      if (found) return found
      throw new StationError(error.code, error.message, { cause: error })
    }
  }
}
