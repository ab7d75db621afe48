import { Button, Dialog, DialogBody, FileInput, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { sheetInfo, sheetInfoSave } from '@hengjuan/contracts'
import { type CalibrationGrade, PAPERS } from '@hengjuan/sheet/layout'
import { chosenFile, ReasonButton, sentenceOf, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalibrationRun } from './calibration-runs.ts'
import css from './print.module.css'
import { CalibrationRuns, Grade } from './CalibrationRuns.tsx'
import { gradeFile } from './grade-file.ts'

/**
 * Before mass printing: print the calibration page, scan it, and see how printer and scanner do. The result
 * is kept with the sheet, printer by printer.
 */
export function CalibrationDialog(props: {
  isOpen: boolean
  sheetId: number
  paper: string
  /** Newest first. */
  runs: readonly CalibrationRun[]
  maySave: boolean
  isPrinting: boolean
  onPrint: () => void
  onClose: () => void
}) {
  const [fileName, setFileName] = useState<string | null>(null)
  const [grade, setGrade] = useState<CalibrationGrade | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [printer, setPrinter] = useState(props.runs[0]?.printer ?? '')
  const cache = useQueryClient()
  const save = useCall(sheetInfoSave, {
    onSuccess: () => {
      toast.done('校准结果已保存')
      return cache.invalidateQueries({ queryKey: [sheetInfo.path] })
    },
  })
  const paper = props.paper in PAPERS ? (props.paper as keyof typeof PAPERS) : 'A4'
  const judge = async (file: File) => {
    setFileName(file.name)
    setGrade(null)
    save.reset()
    setBusy(true)
    setGrade(await gradeFile(file, paper))
    setBusy(false)
  }
  const keep = () => {
    if (grade?.kind !== 'graded') return
    const findings = grade.findings.map(({ what, isGood, errorMm, seen }) => ({
      what,
      is_good: isGood,
      error_mm: errorMm,
      seen,
    }))
    const calibration = { printer: printer.trim(), findings }
    save.mutate({ body: { sheet_id: props.sheetId, calibration } })
  }
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="打印校准" style={{ width: 600 }}>
      <DialogBody>
        <ol className={css['steps']}>
          <li>
            <Button size="small" loading={props.isPrinting} onClick={props.onPrint}>
              下载校准页
            </Button>{' '}
            用批量打印的那台打印机按「实际大小」打印一张。
          </li>
          <li>用考试时的扫描仪照常扫描，保存为 JPEG 或 PNG 图片。</li>
          <li>
            <span className={css['upload']}>
              选择扫描图片：
              <FileInput
                text={fileName ?? '选择图片'}
                buttonText="浏览"
                inputProps={{ accept: 'image/jpeg,image/png', 'aria-label': '校准页扫描图片' }}
                onInputChange={({ currentTarget }) => {
                  const file = chosenFile(currentTarget)
                  if (file) void judge(file)
                }}
              />
            </span>
          </li>
        </ol>
        <div aria-live="polite" aria-busy={isBusy}>
          {isBusy && <p>正在测量…</p>}
          {grade && <Grade grade={grade} />}
        </div>
        {grade?.kind === 'graded' && props.maySave && (
          <div className={css['keep']}>
            <InputGroup
              aria-label="打印机"
              placeholder="打印机，例如 文印室 2 号机"
              maxLength={40}
              value={printer}
              disabled={save.isSuccess}
              onValueChange={setPrinter}
            />
            <ReasonButton
              intent="primary"
              loading={save.isPending}
              reason={
                save.isSuccess ? '已经保存' : printer.trim() === '' ? '请填写打印机名称' : null
              }
              onClick={keep}
            >
              {save.isSuccess ? '已保存' : '保存校准结果'}
            </ReasonButton>
          </div>
        )}
        {save.error && (
          <p className={css['verdict']} data-bad role="alert">
            ✕ {sentenceOf(save.error)}
          </p>
        )}
        <CalibrationRuns runs={props.runs} />
      </DialogBody>
    </Dialog>
  )
}
