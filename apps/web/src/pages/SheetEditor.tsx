import { useCall } from '@hengjuan/client/react'
import { type examGet, type ReplyOf, type sheetGet, sheetSave } from '@hengjuan/contracts'
import { type AnswerSheetType, SHEET_TYPE_RULES, sheetTypeOfMode } from '@hengjuan/domain'
import { toast } from '@hengjuan/ui'
import { PaperPreview, useFigures } from '../features/pad/index.ts'
import { answersOf, type Figures, SheetDesigner, type SheetWork } from '../features/sheet/index.ts'
import { useMay, useSession } from '../session/session-store.ts'
import { fixedReason, savedText } from './sheet-words.ts'
import { useSheetRefresh } from './use-sheet-refresh.ts'

type Exam = ReplyOf<typeof examGet>

const ONLINE: AnswerSheetType = 3

/** What a table has beside that is answered on screen. */
const onlineParts = (figures: Figures) => ({
  figures,
  preview: (design: SheetWork['design']) => <PaperPreview design={design} urlOf={figures.urlOf} />,
})

/** The designer over a sheet of the subject, or over one that is begun. */
export function SheetEditor(props: {
  exam: Exam
  subject: Exam['subjects'][number]
  initial: SheetWork
  /** Null for one that is not saved yet. */
  sheet: ReplyOf<typeof sheetGet>['sheet'] | null
  knowledge?: Readonly<Record<string, string[]>>
}) {
  const { exam, subject, sheet } = props
  const type = (sheet?.type ?? sheetTypeOfMode(subject.mode)) as AnswerSheetType
  const rules = SHEET_TYPE_RULES[type]
  const mayDesign = useMay('sheet.design')
  const schoolName = useSession().school_name ?? ''
  const refresh = useSheetRefresh()
  const isOnline = type === ONLINE
  const figures = useFigures(
    { exam_id: exam.exam_id, subject_id: subject.subject_id },
    isOnline && mayDesign,
  )
  const save = useCall(sheetSave, {
    onSuccess: (saved) => {
      toast.done(savedText(saved))
      return refresh()
    },
  })
  return (
    <SheetDesigner
      initial={props.initial}
      type={type}
      {...(props.knowledge ? { knowledge: props.knowledge } : {})}
      online={isOnline ? onlineParts(figures) : null}
      isNew={sheet === null}
      schoolName={schoolName}
      fixedReason={fixedReason(exam, sheet, type)}
      scanned={
        sheet && sheet.scanned_sheets > 0
          ? { sheetId: sheet.sheet_id, sheets: sheet.scanned_sheets }
          : null
      }
      mayEdit={mayDesign}
      isPending={save.isPending}
      error={save.error}
      onSave={(work, keepScanned) =>
        save.mutate({
          body: {
            ...(sheet
              ? { sheet_id: sheet.sheet_id, version: sheet.version }
              : { exam_id: exam.exam_id, subject_id: subject.subject_id, type }),
            design: work.design,
            ...(keepScanned ? { keep_scanned: true } : {}),
            ...(rules.hasKeys ? answersOf(work) : {}),
          },
        })
      }
    />
  )
}
