import Type from 'typebox'
import {
  averageCharts,
  averageColumns,
  averageFilters,
  averageReply,
  averageSheets,
} from './averages.ts'
import { defineReport } from './define-report.ts'
import { averageSentences } from './sentences.ts'
import { filters, frame } from './shapes.ts'

export type { AverageRow } from './averages.ts'

/** 均分对比: classes beside each other and beside the grade. @source reports P04 */
export const classReport = defineReport({
  key: 'average',
  title: '班级均分',
  path: '/v1/scorereport/average/class',
  exportPath: '/v1/scorereport/average/export',
  summary: '班级均分对比：均分、与参照差及其显著性、超均率、四分位、标准差、四率',
  of: 'both',
  query: Type.Object({ ...averageFilters, class_id: filters.class_id }),
  reply: Type.Object({
    ...frame,
    ...averageReply,
  }),
  rows: ({ rows }) => rows,
  columns: (reply) => averageColumns(reply, '班级'),
  sentences: ({ rows, groups_compared: groups }) =>
    averageSentences(rows, '班级', groups, 'average'),
  sheets: (reply) => averageSheets(reply, '班级'),
  chartsApart: true,
  charts: (reply) => averageCharts(reply, '班级'),
})

/** 均分对比: schools of a joint exam beside each other and beside all of it. @source reports P04 */
export const schoolReport = defineReport({
  key: 'average_school',
  title: '学校均分',
  path: '/v1/scorereport/average/school',
  exportPath: '/v1/scorereport/average/school/export',
  summary: '学校均分对比：均分、与联考差及其显著性、超均率、四分位、标准差、四率',
  of: 'both',
  query: Type.Object(averageFilters),
  reply: Type.Object({
    ...frame,
    ...averageReply,
  }),
  rows: ({ rows }) => rows,
  columns: (reply) => averageColumns(reply, '学校'),
  sentences: ({ rows, groups_compared: groups }) =>
    averageSentences(rows, '学校', groups, 'average_school'),
  sheets: (reply) => averageSheets(reply, '学校'),
  chartsApart: true,
  charts: (reply) => averageCharts(reply, '学校'),
})

export const reportClassAverages = classReport.list
export const exportAverages = classReport.export
export const reportSchoolAverages = schoolReport.list
export const exportSchoolAverages = schoolReport.export
