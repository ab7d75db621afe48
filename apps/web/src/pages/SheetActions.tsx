import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type examGet, type ReplyOf, type sheetGet, sheetLock } from '@hengjuan/contracts'
import { type AnswerSheetType, SHEET_TYPE_RULES } from '@hengjuan/domain'
import { StatusTag, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { ImportQuestionsDialog, InfoDialog, PrintControls } from '../features/sheet/index.ts'
import { useMay } from '../session/session-store.ts'
import css from './exam-pages.module.css'
import { useSheetRefresh } from './use-sheet-refresh.ts'

/** State of the sheet, downloads, lock. */
export function SheetActions({
  exam,
  sheet,
}: {
  exam: ReplyOf<typeof examGet>
  sheet: ReplyOf<typeof sheetGet>['sheet']
}) {
  const [open, setOpen] = useState<'info' | 'import' | null>(null)
  const query = `?subject_id=${sheet.subject_id ?? ''}`
  const mayDesign = useMay('sheet.design')
  const refresh = useSheetRefresh()
  const lock = useCall(sheetLock, { onSuccess: refresh, onError: toast.error })
  const importRefusal =
    sheet.readonly_reason ??
    (sheet.scanned_sheets > 0 ? '已有扫描件使用这份版面，题目不能更换' : null)
  return (
    <div className={css['sheetActions']}>
      <StatusTag status={sheet.scanned_sheets > 0 ? 'busy' : 'ok'}>
        第 {sheet.version} 版 ·{' '}
        {sheet.page_count > 0
          ? `${sheet.paper} · ${sheet.page_count} 面`
          : `${sheet.type_name}，不印答题卡`}
        {sheet.scanned_sheets > 0 && ` · 已扫描 ${sheet.scanned_sheets} 张`}
      </StatusTag>
      {sheet.locked && (
        <StatusTag
          status="idle"
          title={`由 ${sheet.locked_by} 锁定${sheet.lock_reason ? `：${sheet.lock_reason}` : ''}`}
        >
          已锁定
        </StatusTag>
      )}
      <nav className={css['sheetLinks']} aria-label="答题卡页面">
        <Link to={`/MainPage/exam-manage/divideBlock/${exam.exam_id}${query}`}>题块划分</Link>
        <Link to={`/bindQuestions${query}&exam_id=${exam.exam_id}`}>绑定试题</Link>
        {SHEET_TYPE_RULES[sheet.type as AnswerSheetType]?.page === 'imported' && (
          <Link
            to={`/adjust-coord/${exam.exam_id}/${sheet.subject_id ?? 0}/${sheet.type}/0/0?sheet_id=${sheet.sheet_id}`}
          >
            调整坐标
          </Link>
        )}
        <Link to={`/changeAnswer${query}&exam_id=${exam.exam_id}`}>答案与规则</Link>
      </nav>
      <span className={css['gap']} />
      {open === 'info' && (
        <InfoDialog
          sheet={sheet}
          mayDesign={mayDesign}
          onClose={() => setOpen(null)}
          onDone={refresh}
        />
      )}
      {open === 'import' && (
        <ImportQuestionsDialog
          sheetId={sheet.sheet_id}
          examId={exam.exam_id}
          subjectId={sheet.subject_id ?? 0}
          onClose={() => setOpen(null)}
          onDone={refresh}
        />
      )}
      {sheet.page_count > 0 && (
        <PrintControls
          sheetId={sheet.sheet_id}
          paper={sheet.paper}
          classes={exam.classes}
          mayDesign={mayDesign}
        />
      )}
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem text="信息与版本" onClick={() => setOpen('info')} />
            {mayDesign && (
              <>
                <MenuItem
                  text="从表格导入题目"
                  disabled={importRefusal !== null}
                  {...(importRefusal === null ? {} : { title: importRefusal, label: '不可用' })}
                  onClick={() => setOpen('import')}
                />
                <MenuItem
                  text={sheet.locked ? '解锁' : '锁定版面'}
                  onClick={() =>
                    lock.mutate({ body: { sheet_id: sheet.sheet_id, locked: !sheet.locked } })
                  }
                />
              </>
            )}
          </Menu>
        }
      >
        <Button loading={lock.isPending}>更多</Button>
      </PopoverNext>
    </div>
  )
}
