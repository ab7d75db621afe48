import { Button, Checkbox, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import { importApply, importList, importProblems, type ReplyOf } from '@hengjuan/contracts'
import { DownloadButton, FormDialog, ReasonButton, TableChoice, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ColumnsSection } from './ColumnsSection.tsx'
import { effectText, reasonAgainst } from './import-rules.ts'
import { ImportFindings } from './ImportFindings.tsx'
import { KIND_WORDS } from './import-kinds.ts'
import { Refusal } from './Refusal.tsx'
import { TableColumns } from './TableColumns.tsx'
import { type ImportTarget, useImport } from './use-import.ts'
import { useUndo } from './use-undo.ts'
import css from './import.module.css'

export type OpenedAccounts = ReplyOf<typeof importApply>['accounts']

/**
 * Takes people from a table. First the table is checked, and all that will change is shown by name; only the button
 * that states the counts writes, and the message after it takes back.
 */
export function ImportDialog(
  props: ImportTarget & {
    /** In place of the columns and the template of the kind. */
    intro?: ReactNode
    onDone: () => void
    /** Accounts that the import opened: their passwords are told this once, before the dialog closes. */
    onAccounts?: (accounts: OpenedAccounts) => void
    onClose: () => void
  },
) {
  const { title } = KIND_WORDS[props.kind]
  const [isChecked, setChecked] = useState(false)
  return (
    <FormDialog
      isOpen
      title={title}
      onClose={props.onClose}
      canOutsideClickClose={!isChecked}
      style={{ width: 'min(1040px, 96vw)' }}
    >
      <Content {...props} onChecked={() => setChecked(true)} />
    </FormDialog>
  )
}

function Content(
  props: ImportTarget & {
    intro?: ReactNode
    onDone: () => void
    onClose: () => void
    onAccounts?: (accounts: OpenedAccounts) => void
    onChecked: () => void
  },
) {
  const { kind, onDone, onClose } = props
  const { unit, hint, removeWord } = KIND_WORDS[kind]
  const session = useImport(props)
  const { report } = session
  const [isChoosing, setChoosing] = useState(false)
  const [onlyGood, setOnlyGood] = useState(false)
  const [removes, setRemoves] = useState<ReadonlySet<number>>(new Set())
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const cache = useQueryClient()
  const undo = useUndo(onDone)
  const apply = useCall(importApply, {
    onSuccess: (done, { body }) => {
      if (done.job_id === null)
        toast.done(`已导入：${effectText(done, done.removed, unit, removeWord) || '没有变化'}`, {
          text: '撤销',
          onClick: () => void undo(body.batch_id),
        })
      else toast.note('正在后台导入，进度在右上角的任务中')
      void cache.invalidateQueries({ queryKey: routeKey(importList) })
      onDone()
      if (done.accounts.length > 0) props.onAccounts?.(done.accounts)
      onClose()
    },
    onError: ({ code }) => {
      // Others changed some rows since: what the table comes to is another thing now.
      if (code === 'IMPORT_STALE') session.map({})
    },
  })
  const choose = (file: File | null) => {
    setChoosing(false)
    apply.reset()
    setOnlyGood(false)
    setRemoves(new Set())
    setAccepted(new Set())
    props.onChecked()
    session.choose(file)
  }
  const hasErrors = report !== null && report.counts.errors > 0
  const effect = report ? effectText(report.counts, removes.size, unit, removeWord) : ''
  const error = session.error ?? apply.error
  return (
    <>
      <DialogBody className={css['dialog']}>
        {!report && !session.isChecking && (
          <>
            {props.intro ?? <TableColumns kind={kind} />}
            <p className={css['hint']}>{hint}先核对、再导入，导入后 30 天内可以撤销。</p>
          </>
        )}
        {report && !session.isChecking ? (
          <p className={css['file']}>
            <b>{session.fileName}</b>
            <Button size="small" onClick={() => setChoosing(!isChoosing)}>
              {isChoosing ? '不换了' : '换一个表格'}
            </Button>
          </p>
        ) : null}
        {(isChoosing || !report) && !session.isChecking && (
          <TableChoice file={null} onChoose={choose} />
        )}
        {session.isChecking && (
          <div className={css['checking']} role="status">
            正在核对「{session.fileName}」，尚未写入任何数据…
            <ProgressBar />
          </div>
        )}
        {error && <Refusal error={error} onRetry={apply.error ? undefined : session.again} />}
        {report && !session.isChecking && (
          <div className={css['found']} aria-busy={session.isBusy}>
            <ColumnsSection key={report.batch_id} report={report} session={session} />
            <ImportFindings
              report={report}
              session={session}
              removes={removes}
              onRemoves={setRemoves}
            />
          </div>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={apply.isPending || session.isBusy}
              reason={reasonAgainst(session.isChecking ? null : report, {
                onlyGood,
                removed: removes.size,
                accepted,
              })}
              onClick={() =>
                report &&
                apply.mutate({
                  body: {
                    batch_id: report.batch_id,
                    rows: hasErrors && onlyGood ? 'good' : 'all',
                    removes: [...removes],
                    ack: report.to_accept.map(({ ack }) => ack),
                  },
                })
              }
            >
              {effect === '' ? '导入' : `导入：${effect}`}
            </ReasonButton>
          </>
        }
      >
        {report?.to_accept.map(({ ack, message }) => (
          <Checkbox
            key={ack}
            className={css['accept']}
            checked={accepted.has(ack)}
            onChange={({ currentTarget: { checked } }) => {
              const next = new Set(accepted)
              if (checked) next.add(ack)
              else next.delete(ack)
              setAccepted(next)
            }}
          >
            {message}
          </Checkbox>
        ))}
        {report && report.counts.bad_rows > 0 && (
          <div className={css['withErrors']}>
            {report.takes_good_rows && (
              <Checkbox
                checked={onlyGood}
                onChange={({ currentTarget }) => setOnlyGood(currentTarget.checked)}
              >
                只导入没有问题的行（{report.counts.rows - report.counts.bad_rows} 行）
              </Checkbox>
            )}
            <DownloadButton
              variant="minimal"
              route={importProblems}
              input={{ query: { batch_id: report.batch_id } }}
            >
              下载标出问题的表格
            </DownloadButton>
          </div>
        )}
      </DialogFooter>
    </>
  )
}
