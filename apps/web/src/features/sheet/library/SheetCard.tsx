import { Button, ButtonGroup, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { type ReplyOf, type sheetList, sheetPdf } from '@hengjuan/contracts'
import { formatMilli, gradeLabel } from '@hengjuan/domain'
import { DownloadButton, StatusTag } from '@hengjuan/ui'
import css from './library.module.css'
import { Thumbnail } from './Thumbnail.tsx'

export type SheetRow = ReplyOf<typeof sheetList>['list'][number]
export type SheetAct = 'open' | 'info' | 'reuse' | 'template' | 'share' | 'lock' | 'delete'

/** A sheet with a picture of its first page, its state, and what can be done with it. */
export function SheetCard(props: {
  sheet: SheetRow
  mayDesign: boolean
  onAct: (act: SheetAct, sheet: SheetRow) => void
}) {
  const { sheet, mayDesign } = props
  const act = (name: SheetAct) => () => props.onAct(name, sheet)
  return (
    <article className={css['card']} aria-label={sheet.name}>
      <button
        type="button"
        className={css['thumb']}
        onClick={act('open')}
        aria-label={`预览 ${sheet.name}`}
      >
        <Thumbnail sheetId={sheet.sheet_id} version={sheet.version} />
        <span className={css['ribbons']}>
          {sheet.is_template && <span className={css['ribbon']}>模板</span>}
          {sheet.is_shared && <span className={css['ribbon']}>全校共享</span>}
        </span>
      </button>
      <div className={css['cardText']}>
        <strong title={sheet.name}>{sheet.name}</strong>
        <span>
          {[
            sheet.grade_id === null ? null : gradeLabel(sheet.grade_id),
            sheet.subject_name ?? '未指定学科',
            sheet.page_count === 0 ? '不印答题卡' : `${sheet.paper} ${sheet.page_count} 面`,
            `${sheet.question_count} 题`,
            `${formatMilli(sheet.full_milli)} 分`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span title={sheet.exam_name ?? ''}>
          {sheet.exam_name ? `用于「${sheet.exam_name}」` : '没有用于考试'}
        </span>
        <span>
          {sheet.type_name} · 第 {sheet.version} 版 · {sheet.created_by}
        </span>
        <span className={css['tags']}>
          {sheet.locked && (
            <StatusTag status="idle" title={lockText(sheet)}>
              {lockText(sheet)}
            </StatusTag>
          )}
          {sheet.scanned_sheets > 0 && (
            <StatusTag status="busy">已扫描 {sheet.scanned_sheets} 张</StatusTag>
          )}
          {sheet.source !== null && sheet.source.behind > 0 && (
            <StatusTag
              status="warn"
              title={`复用自「${sheet.source.name}」第 ${sheet.source.version} 版`}
            >
              来源已更新 {sheet.source.behind} 版
            </StatusTag>
          )}
        </span>
      </div>
      <ButtonGroup fill className={css['cardButtons'] ?? ''}>
        {sheet.page_count > 0 && (
          <DownloadButton route={sheetPdf} input={{ query: { sheet_id: sheet.sheet_id } }}>
            PDF
          </DownloadButton>
        )}
        {mayDesign && <Button onClick={act('reuse')}>复用</Button>}
        <PopoverNext
          placement="bottom-end"
          content={
            <Menu>
              <MenuItem text="信息与版本" onClick={act('info')} />
              {mayDesign && <Changes sheet={sheet} act={act} />}
            </Menu>
          }
        >
          <Button aria-label={`更多操作 ${sheet.name}`}>更多</Button>
        </PopoverNext>
      </ButtonGroup>
    </article>
  )
}

/** Acts that change the sheet; those of somebody else's sheet say why they are closed. */
function Changes({ sheet, act }: { sheet: SheetRow; act: (name: SheetAct) => () => void }) {
  const isOthers = sheet.readonly_reason !== null && !sheet.locked
  const refusal = isOthers ? sheet.readonly_reason : null
  const item = (name: SheetAct, text: string, reason: string | null = refusal) => (
    <MenuItem
      text={text}
      disabled={reason !== null}
      onClick={act(name)}
      {...(reason === null ? {} : { title: reason, label: '不可用' })}
      intent={name === 'delete' ? 'danger' : 'none'}
    />
  )
  return (
    <>
      {item('template', sheet.is_template ? '取消模板' : '设为模板')}
      {item('share', sheet.is_shared ? '取消共享' : '共享给全校')}
      {item('lock', sheet.locked ? '解锁' : '锁定…')}
      <MenuDivider />
      {item('delete', '删除…')}
    </>
  )
}

const lockText = ({ locked_by, lock_reason }: SheetRow): string =>
  `由 ${locked_by} 锁定${lock_reason ? `：${lock_reason}` : ''}`
