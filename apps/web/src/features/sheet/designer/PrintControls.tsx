import { Button, HTMLSelect } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { useCaller, useRoute } from '@hengjuan/client/react'
import { sheetInfo, sheetPdf, sheetPrintCheck } from '@hengjuan/contracts'
import { ProgressBar, saveFile, StatusTag, toast } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { CalibrationDialog } from './CalibrationDialog.tsx'
import { lastRun, printWarning } from './calibration-runs.ts'
import { downloadPrint, type PrintProgress } from './print-download.ts'
import css from './print.module.css'
import { type Boxed, BoxedNames } from './BoxedNames.tsx'
import { CalibrateFirst } from './CalibrateFirst.tsx'

/** Printing a sheet: blank, a copy per candidate of a class or of the whole exam, and the calibration page. */
export function PrintControls(props: {
  sheetId: number
  paper: string
  classes: readonly { class_id: number; name: string }[]
  /** May keep what a calibration page shows. */
  mayDesign: boolean
}) {
  const { sheetId } = props
  const { address, call } = useCaller()
  const [whom, setWhom] = useState('')
  const [progress, setProgress] = useState<PrintProgress | null>(null)
  const [isCalibrating, setCalibrating] = useState(false)
  const [isAsking, setAsking] = useState(false)
  /** Copies with a box in place of a character, while the person is asked whether to print them. */
  const [boxed, setBoxed] = useState<Boxed>([])
  const info = useRoute(sheetInfo, { query: { sheet_id: sheetId } })
  const runs = info.data?.calibrations ?? []
  const last = lastRun(runs, props.paper)
  const printer = last?.printer ?? ''
  const warning = info.data ? printWarning(runs, props.paper) : null
  const running = useRef<AbortController | null>(null)

  const print = async (query: {
    class_id?: number
    candidates?: boolean
    calibration?: boolean
  }) => {
    running.current = new AbortController()
    setProgress({ pages: 0, total: 0 })
    try {
      const where = address(sheetPdf, { query: { sheet_id: sheetId, ...query } })
      const { blob, fileName } = await downloadPrint(where, setProgress, running.current.signal)
      saveFile(blob, fileName)
      toast.done(`已下载 ${fileName}`)
    } catch (error) {
      if (running.current.signal.aborted) toast.done('已停止下载')
      else toast.error(error)
    } finally {
      setProgress(null)
    }
  }
  const chosen =
    whom === '' ? {} : whom === 'all' ? { candidates: true } : { class_id: Number(whom) }
  const printChosen = async () => {
    if (whom === '') return print(chosen)
    const of = whom === 'all' ? {} : { class_id: Number(whom) }
    try {
      const check = await call(sheetPrintCheck, { query: { sheet_id: sheetId, ...of } })
      if (check.unprintable.length > 0) return setBoxed(check.unprintable)
    } catch (error) {
      return toast.error(error)
    }
    return print(chosen)
  }
  return (
    <span className={css['controls']}>
      {progress && progress.total > 0 && (
        <>
          <ProgressBar done={progress.pages} total={progress.total} label="下载进度（面）" />
          <Button size="small" variant="minimal" onClick={() => running.current?.abort()}>
            停止
          </Button>
        </>
      )}
      <HTMLSelect
        aria-label="打印哪些考生"
        value={whom}
        onChange={({ currentTarget }) => setWhom(currentTarget.value)}
        options={[
          { value: '', label: '空白答题卡' },
          { value: 'all', label: '全部考生：每人一份' },
          ...props.classes.map(({ class_id, name }) => ({
            value: String(class_id),
            label: `${name}：每人一份`,
          })),
        ]}
      />
      <Button
        icon={<DownloadIcon />}
        loading={progress !== null}
        onClick={() => (whom !== '' && warning ? setAsking(true) : void printChosen())}
      >
        下载 PDF
      </Button>
      <Button variant="minimal" onClick={() => setCalibrating(true)}>
        打印校准
      </Button>
      {info.data && (
        <StatusTag
          status={warning === null ? 'ok' : 'warn'}
          title={warning ?? `打印机：${printer}`}
        >
          {warning === null ? '已通过' : last === undefined ? '没做过' : '未通过'}
        </StatusTag>
      )}
      <CalibrateFirst
        isOpen={isAsking}
        warning={warning}
        onPrint={() => {
          setAsking(false)
          void printChosen()
        }}
        onCalibrate={() => {
          setAsking(false)
          setCalibrating(true)
        }}
        onClose={() => setAsking(false)}
      />
      <BoxedNames
        boxed={boxed}
        onPrint={() => {
          setBoxed([])
          void print(chosen)
        }}
        onClose={() => setBoxed([])}
      />
      <CalibrationDialog
        isOpen={isCalibrating}
        sheetId={sheetId}
        paper={props.paper}
        runs={runs}
        maySave={props.mayDesign}
        isPrinting={progress !== null}
        onPrint={() => void print({ calibration: true })}
        onClose={() => setCalibrating(false)}
      />
    </span>
  )
}
