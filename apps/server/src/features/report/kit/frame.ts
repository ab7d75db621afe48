import { type Frame, fullTitle, type ReportColumn } from '@hengjuan/contracts'
import { ratesText } from '@hengjuan/domain'
import type { ReportContext } from './context.ts'

/** What of a version is not in it: where it stands among the others. */
export interface VersionFacts {
  publishedAt: string | null
  isCurrent: boolean
  versions: Frame['versions']
  /** Earlier exams that the caller may compare with. */
  compareExams: Frame['compare_exams']
  /** Names of districts and cities, where there are any. */
  regionNames: Record<number, string>
}

/** What every reply has beside its own figures. */
export function frameOf(
  context: ReportContext,
  facts: VersionFacts,
  {
    notes = [],
    suppressed = 0,
    scopeName = context.reference.name,
  }: { notes?: string[]; suppressed?: number; scopeName?: string },
): Frame {
  const { version, allowed, overrideReason } = context
  const { manifest } = version
  const schools = new Set(allowed.map((place) => manifest.classes[place]!.school))
  return {
    subjects: context.subjects.map((place) => {
      const { id, name, fullMilli } = manifest.subjects[place]!
      return { subject_id: id, subject_name: name, full_milli: fullMilli }
    }),
    classes: allowed.map((place) => {
      const { id, name, school } = manifest.classes[place]!
      return { class_id: id, class_name: name, school_id: manifest.schools[school]!.id }
    }),
    schools: [...schools].map((place) => ({
      school_id: manifest.schools[place]!.id,
      school_name: manifest.schools[place]!.name,
    })),
    versions: facts.versions,
    compare_exams: facts.compareExams,
    is_joint: context.isJoint,
    rank_types: context.rankTypes,
    footer: {
      exam_name: manifest.examName,
      subject_name: context.column.name,
      version: version.version,
      snapshot_id: version.snapshotId,
      is_current: facts.isCurrent,
      published_at: facts.publishedAt ?? version.createdAt,
      tag_version: null,
      scope_name: scopeName,
      population: '实考考生；缺考、无记录不计入均分、比率与排名，总分不全者不计入总分统计',
      denominator: '各项比率的分母为实考人数',
      sd_form: '总体标准差（÷N）',
      interval: 95,
      formulas: [],
      policy: {
        profile: manifest.policy,
        override_reason: overrideReason,
        banner: context.config.banner,
      },
      suppressed,
      notes: [
        ...(version.overrideReason === null
          ? []
          : [`本版本在未完成检查时发布，原因：${version.overrideReason}`]),
        ...(context.config.banner === null ? [] : [context.config.banner]),
        ...notes,
        ratesText(context.config.rates, context.config.lowInclusive),
      ],
    },
  }
}

/** Formulas of the columns, each once: what stands on the sheet 说明. */
export const formulasOf = (columns: readonly ReportColumn<never>[]) => {
  const known = new Map<string, { column: string; text: string; rule: string }>()
  for (const column of columns)
    if (column.formula && !known.has(`${column.title} ${column.formula}`))
      known.set(`${column.title} ${column.formula}`, {
        column: column.rank ? column.title : fullTitle(column),
        text: column.formula,
        rule: column.rule ?? '',
      })
  return [...known.values()]
}
