import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  InputGroup,
  Menu,
  MenuItem,
  PopoverNext,
} from '@blueprintjs/core'
import {
  abnormalDeleteSheet,
  abnormalMarking,
  abnormalMarkSpecial,
  abnormalReplaceSheet,
  abnormalReset,
  abnormalSendBack,
  abnormalSign,
} from '@hengjuan/contracts'
import { ConfirmDialog, ReasonButton } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import css from './abnormal.module.css'
import type { SheetPage } from './FramedPage.tsx'
import { TagDialog } from './TagDialog.tsx'
import { type Abnormal, type AbnormalSheet, payloadOf } from './use-abnormal.ts'

type Asking = 'replace' | 'delete' | 'absent' | 'reset' | 'special' | 'back'

/** What is done with the paper as a whole: sent to marking, and everything that is seldom needed. */
export function SheetActions(props: {
  abnormal: Abnormal
  sheet: AbnormalSheet
  /** The page that is looked at. */
  page: SheetPage | undefined
  onSent: () => void
}) {
  const { abnormal, sheet, page } = props
  const { at, run, pending } = abnormal
  const [asking, setAsking] = useState<Asking | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const person = { ...at, candidate_id: sheet.candidate.candidate_id }
  const open = sheet.blocks.filter(({ abnormal: row }) => row !== null && row.outcome === null)
  const rest = sheet.blocks.filter((block) => block.unit_state !== null && !open.includes(block))
  const close = () => setAsking(null)
  const done = async (promise: Promise<unknown>) => {
    if ((await promise) !== null) close()
  }
  const remove = async () => {
    if (!page) return
    const { sheet_id } = page
    await done(run(abnormalDeleteSheet, { body: { ...at, sheet_id } }, '答题卡已作废'))
  }
  const pageName = page?.page == null ? '这张图像' : `第 ${page.page} 页`
  return (
    <div className={css['row2']}>
      <ReasonButton
        intent="primary"
        loading={pending}
        reason={open.length === 0 ? '这份试卷没有等待处理的题块' : null}
        onClick={() =>
          void run(
            abnormalMarking,
            { body: person },
            ({ blocks }) => `${blocks} 个题块已送阅，图像没有变的保留已有评阅`,
          ).then((reply) => reply && props.onSent())
        }
      >
        送阅 {open.length} 个题块
      </ReasonButton>
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem
              text="退回其他题块…"
              disabled={rest.length === 0}
              onClick={() => setAsking('back')}
            />
            <MenuItem
              text={`用图像文件替换${pageName}…`}
              disabled={!page}
              onClick={() => setAsking('replace')}
            />
            <MenuItem
              text={sheet.special === null ? '标为特殊试卷…' : '取消特殊试卷'}
              onClick={() =>
                sheet.special === null
                  ? setAsking('special')
                  : void run(
                      abnormalMarkSpecial,
                      { body: { ...person, special: 0, note: '' } },
                      '已取消特殊试卷',
                    )
              }
            />
            <MenuItem
              text="标为缺考…"
              disabled={open.length === 0}
              onClick={() => setAsking('absent')}
            />
            <MenuItem
              text="撤销全部处理…"
              disabled={sheet.handled.length === 0}
              onClick={() => setAsking('reset')}
            />
            <MenuItem
              intent="danger"
              text="作废答题卡…"
              disabled={!page}
              onClick={() => setAsking('delete')}
            />
          </Menu>
        }
      >
        <Button disabled={pending}>更多</Button>
      </PopoverNext>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/jpeg,image/png"
        aria-label="页面图像"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (!file || !page) return
          const { sheet_id, page_seq } = page
          close()
          void run(
            abnormalReplaceSheet,
            { query: { ...at, sheet_id, page_seq } },
            `${pageName}已替换并重新识别，这一页的题块等待送阅`,
            payloadOf(file),
          )
        }}
      />
      <ConfirmDialog
        isOpen={asking === 'replace'}
        title={`替换${pageName}`}
        effect={`将用一张图像文件替换${pageName}，重新识别和切割`}
        confirmText="选择图像文件"
        isPending={pending}
        onConfirm={() => input.current?.click()}
        onClose={close}
      >
        <p>
          请选择完整、清晰的一页（JPG 或 PNG），考号须与本考生一致。人工确认过的答案保留；
          这一页的题块暂停评阅，等待送阅。之后可以用「撤销全部处理」恢复。
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'delete'}
        title="作废答题卡"
        effect={`将作废 ${sheet.candidate.name} 的这张答题卡`}
        confirmText="作废 1 张答题卡"
        isDestructive
        isPending={pending}
        onConfirm={() => void remove()}
        onClose={close}
      >
        <p>
          没有最终得分的题块退出阅卷，等待补扫；已有的评阅保留，撤销作废后继续有效，补扫后则按新的答题卡重新评阅。
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'absent'}
        title="标为缺考"
        effect={`将把 ${sheet.candidate.name}（${sheet.candidate.exam_no}）标为缺考`}
        confirmText="标为缺考"
        isDestructive
        isPending={pending}
        onConfirm={() =>
          void done(
            run(abnormalSign, { body: { ...person, mark: 'absent', block_ids: [] } }, '已标为缺考'),
          )
        }
        onClose={close}
      >
        <p>该考生本科目的试卷退出阅卷。之后可以用「撤销全部处理」恢复。</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'reset'}
        title="撤销全部处理"
        effect={`将撤销对这份试卷做过的 ${sheet.handled.length} 次处理`}
        confirmText={`撤销 ${sheet.handled.length} 次处理`}
        isDestructive
        isPending={pending}
        onConfirm={() =>
          void done(run(abnormalReset, { body: person }, ({ undone }) => `已撤销 ${undone} 次处理`))
        }
        onClose={close}
      >
        <p>换过的图像恢复原样；已送阅的题块重新等待处理，图像恢复后不同的评阅会作废。</p>
      </ConfirmDialog>
      {asking === 'special' && (
        <SpecialDialog
          isPending={pending}
          onConfirm={(note) =>
            void done(
              run(abnormalMarkSpecial, { body: { ...person, special: 1, note } }, '已标为特殊试卷'),
            )
          }
          onClose={close}
        />
      )}
      {asking === 'back' && (
        <TagDialog
          title="退回切图"
          confirmText="退回题块"
          effect="退回的题块暂停评阅，直到重新送阅；图像没有变的保留已有评阅。"
          tag="wrong_crop"
          note=""
          blocks={rest}
          isPending={pending}
          onConfirm={({ tag, note, blockIds }) =>
            void done(
              run(
                abnormalSendBack,
                { body: { ...person, block_ids: blockIds, tag, note } },
                ({ blocks }) => `${blocks} 个题块已退回切图`,
              ),
            )
          }
          onClose={close}
        />
      )}
    </div>
  )
}

function SpecialDialog(props: {
  isPending: boolean
  onConfirm: (note: string) => void
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  return (
    <Dialog isOpen title="标为特殊试卷" onClose={props.onClose}>
      <DialogBody>
        <p className={css['effect']}>试卷会列在「特殊试卷」里，阅卷不受影响。</p>
        <InputGroup
          autoFocus
          aria-label="特殊的原因"
          placeholder="例如：使用盲文作答"
          maxLength={200}
          value={note}
          onValueChange={setNote}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={props.isPending}
              reason={note.trim() === '' ? '请写明这份试卷为什么特殊' : null}
              onClick={() => props.onConfirm(note.trim())}
            >
              标为特殊试卷
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
