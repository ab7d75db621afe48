import { RANK_TYPES } from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { ReportColumn } from './columns.ts'
import { filters, type Person, rankField } from './shapes.ts'

type PersonRow = Static<typeof Person>

/** Filters of tables of people. */
export const peopleFilters = {
  exam_id: filters.exam_id,
  version: filters.version,
  school_id: filters.school_id,
  class_id: filters.class_id,
  keyword: filters.keyword,
  page: filters.page,
  limit: filters.limit,
}

/** Who a row is about; the school only where there are several. */
export const personColumns = <Row extends PersonRow>(
  schools: readonly unknown[],
): ReportColumn<Row>[] => [
  { key: 'exam_no', title: '考号', kind: 'text', value: (row) => row.exam_no, frozen: true },
  {
    key: 'student_name',
    title: '姓名',
    kind: 'text',
    value: (row) => row.student_name,
    frozen: true,
    width: 88,
  },
  ...(schools.length > 1
    ? [
        {
          key: 'school_name',
          title: '学校',
          kind: 'text' as const,
          value: (row: Row) => row.school_name,
          width: 140,
        },
      ]
    : []),
  {
    key: 'class_name',
    title: '班级',
    kind: 'text',
    value: (row) => row.class_name,
    // Of a joint exam the school stands before it.
    width: schools.length > 1 ? 136 : 104,
  },
]

type Ranked = Partial<Record<ReturnType<typeof rankField>, number | null>>

/** A column a kind of rank; the kit leaves out those that the caller may not see. */
export const rankColumns = <Row>(
  group: string,
  suffix: string,
  of: (row: Row) => Ranked | undefined,
): ReportColumn<Row>[] =>
  (['joint', 'city', 'district', 'school', 'class'] as const).map((type) => ({
    key: `${rankField(type)}${suffix}`,
    title: RANK_TYPES[type].replace('排名', '名次').replace('班级', '班'),
    group,
    kind: 'rank',
    rank: type,
    width: 78,
    formula: '比本人分数高的人数 + 1；同分同名次（1-2-2-4）',
    rule: 'DR 10',
    value: (row) => of(row)?.[rankField(type)],
  }))
