import { Button, HTMLSelect } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { useCaller, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, sheetInfo, sheetPdf, sheetPrintCheck } from '@hengjuan/contracts'
import { ConfirmDialog, ProgressBar, saveFile, StatusTag, toast } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { CalibrationDialog } from './CalibrationDialog.tsx'
import { lastRun, printWarning } from './calibration-runs.ts'
import { downloadPrint, type PrintProgress } from './print-download.ts'
import css from './print.module.css'

type Boxed = ReplyOf<typeof sheetPrintCheck>['unprintable']

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
      <ConfirmDialog
        isOpen={isAsking}
        title="批量打印前先校准"
        effect={warning ?? ''}
        confirmText="仍然下载"
        isDiscouraged
        onConfirm={() => {
          setAsking(false)
          void printChosen()
        }}
        onClose={() => setAsking(false)}
      >
        <p>校准只要印一张、扫一张。印好的答题卡不能补救。</p>
        <Button
          intent="primary"
          autoFocus
          onClick={() => {
            setAsking(false)
            setCalibrating(true)
          }}
        >
          先做打印校准
        </Button>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={boxed.length > 0}
        title="有的字印不出来"
        effect={`${boxed.length} 份答题卡上有字体里没有的字，会印成「□」。`}
        confirmText="仍然下载"
        cancelText="先不下载"
        onConfirm={() => {
          setBoxed([])
          void print(chosen)
        }}
        onClose={() => setBoxed([])}
      >
        <p>考号和条形码不受影响。可以先把姓名改成常用写法，或印好后手写补上。</p>
        <ul className={css['boxed']}>
          {boxed.map(({ exam_no, class_name, name, characters }) => (
            <li key={exam_no}>
              {class_name} {name}（{exam_no}）：{characters.join('、')}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
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
