import type {
  candidatesOfSubject,
  exceptionDetail,
  listExceptions,
  ReplyOf,
} from '@hengjuan/contracts'

export type ExceptionItem = ReplyOf<typeof listExceptions>['list'][number]
export type ExceptionDetail = ReplyOf<typeof exceptionDetail>
export type SheetDetail = ExceptionDetail['sheet']
export type SheetPage = SheetDetail['pages'][number]
export type PersonOfExam = ReplyOf<typeof candidatesOfSubject>['list'][number]
