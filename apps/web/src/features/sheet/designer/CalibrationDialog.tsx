import { Button, Dialog, DialogBody, FileInput, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { sheetInfo, sheetInfoSave } from '@hengjuan/contracts'
import { type CalibrationGrade, dpiOfScan, gradeScan, PAPERS } from '@hengjuan/sheet/layout'
import {
  chosenFile,
  ReasonButton,
  sentenceOf,
  SimpleTable,
  StatusTag,
  Time,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CalibrationRun, worstError } from './calibration-runs.ts'
import css from './print.module.css'

const PASSED = '校准通过，可以批量打印。'

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
        <Runs runs={props.runs} />
      </DialogBody>
    </Dialog>
  )
}

/** What was measured before, printer by printer. */
function Runs({ runs }: { runs: readonly CalibrationRun[] }) {
  if (runs.length === 0) return <p className={css['quiet']}>还没有保存过校准结果。</p>
  return (
    <SimpleTable
      label="校准记录"
      columns={[
        { key: 'printer', title: '打印机', render: ({ printer }) => printer },
        { key: 'paper', title: '纸张', render: (run) => `${run.paper}，第 ${run.version} 版` },
        {
          key: 'verdict',
          title: '结论',
          render: ({ is_good }) => (
            <StatusTag status={is_good ? 'ok' : 'bad'}>{is_good ? '通过' : '未通过'}</StatusTag>
          ),
        },
        { key: 'error', title: '偏差', render: worstError },
        {
          key: 'at',
          title: '时间',
          render: (run) => (
            <>
              {run.graded_by} <Time at={run.graded_at} />
            </>
          ),
        },
      ]}
      rows={runs}
      rowKey={(run) => `${run.graded_at} ${run.printer}`}
    />
  )
}

function Grade({ grade }: { grade: CalibrationGrade }) {
  if (grade.kind === 'unreadable')
    return (
      <p className={css['verdict']} data-bad role="alert">
        ✕ {grade.advice}
      </p>
    )
  const faults = grade.findings.filter(({ isGood }) => !isGood).length
  return (
    <>
      <p className={css['verdict']} data-bad={!grade.isGood || undefined}>
        {grade.isGood ? `✓ ${PASSED}` : `✕ 有 ${faults} 项不合格，请先处理再批量打印。`}
      </p>
      <table className={css['findings']}>
        <tbody>
          {grade.findings.map(({ what, isGood, seen, advice }) => (
            <tr key={what} data-bad={!isGood || undefined}>
              <td>{isGood ? '✓' : '✕'}</td>
              <td>
                {seen}
                {advice && <small>{advice}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Nothing leaves the window: the picture is measured where it was chosen. */
async function gradeFile(file: File, paper: keyof typeof PAPERS): Promise<CalibrationGrade> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture)
    return { kind: 'unreadable', advice: '这个文件不是可用的图片，请选择 JPEG 或 PNG。' }
  const { width, height } = picture
  const head = new Uint8Array(await file.slice(0, 32).arrayBuffer())
  const dpi = dpiOfScan(head, width, PAPERS[paper].widthMm)
  if (dpi === null)
    return {
      kind: 'unreadable',
      advice: `看不出分辨率，请用扫描仪按 ${paper} 纸、200 或 300 dpi 重新扫描。`,
    }
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return { kind: 'unreadable', advice: '图片太大，请按 200 dpi 重新扫描。' }
  context.drawImage(picture, 0, 0)
  picture.close()
  const { data } = context.getImageData(0, 0, width, height)
  const grey = new Uint8Array(width * height)
  for (let at = 0; at < grey.length; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3)
    grey[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return gradeScan({ widthPx: width, heightPx: height, grey }, paper, dpi)
}
