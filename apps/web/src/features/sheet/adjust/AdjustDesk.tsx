import { Button } from '@blueprintjs/core'
import { KeyHint, PageHeader, Panel, ReasonButton, sentenceOf, StatusTag } from '@hengjuan/ui'
import css from './adjust.module.css'
import { AdjustCanvas } from './AdjustCanvas.tsx'
import { CarriedKeysDialog } from './CarriedKeysDialog.tsx'
import { ElementForm } from './ElementForm.tsx'
import { PartList } from './PartList.tsx'
import { SampleCheck } from './SampleCheck.tsx'
import { type AdjustProps, useAdjustDesk } from './use-adjust-desk.ts'
import { AdjustTools } from './AdjustTools.tsx'

/** Proposed coordinates are looked at, corrected, checked with samples and saved. */
export function AdjustDesk(props: AdjustProps) {
  const { points } = props
  const {
    work,
    frame,
    scale,
    percent,
    zoom,
    isChecking,
    setChecking,
    scores,
    setScores,
    seen,
    parts,
    isAsking,
    setAsking,
    carried,
    save,
    store,
    askOrStore,
    show,
    isThere,
    low,
  } = useAdjustDesk(props)
  const page = points.pages[work.at]
  const left = low.filter((part) => !seen.has(part.target) && isThere(part)).length
  return (
    <div className={css['desk']}>
      <PageHeader
        title={points.name}
        tags={
          points.state === 'failed' ? (
            <StatusTag status="bad">识别没有完成</StatusTag>
          ) : (
            <StatusTag status={left > 0 ? 'warn' : 'ok'}>
              {left > 0 ? `还有 ${left} 处请核对` : '都核对过了'}
            </StatusTag>
          )
        }
        subtitle={
          <>
            第 {points.version} 版，共 {points.pages.length} 页。按 <KeyHint keys="N" />{' '}
            到下一处请核对，
            <KeyHint keys="Ctrl+Z" /> 撤销，
            <KeyHint keys="Ctrl+S" /> 保存
          </>
        }
        actions={
          <>
            <Button onClick={props.onAgain} disabled={!props.mayDesign}>
              重新识别
            </Button>
            <Button onClick={() => setChecking(true)} disabled={!props.mayDesign}>
              用样张核对
            </Button>
            <ReasonButton
              intent="primary"
              loading={save.isPending}
              reason={props.mayDesign ? null : '您可以查看，没有修改答题卡的权限'}
              onClick={askOrStore}
            >
              保存
            </ReasonButton>
          </>
        }
      >
        <AdjustTools work={work} pageCount={points.pages.length} percent={percent} onZoom={zoom} />
      </PageHeader>
      {points.state === 'failed' && (
        <p role="alert" className={css['bad']}>
          ✕ {points.message}
        </p>
      )}
      {save.error && (
        <div role="alert" className={css['bad']}>
          ✕ {sentenceOf(save.error)}
          {save.error.fields.slice(1, 6).map(({ msg }) => (
            <p key={msg}>{msg}</p>
          ))}
        </div>
      )}
      <div className={css['columns']}>
        <Panel title="识别出的内容" className={css['side'] ?? ''}>
          <PartList
            parts={parts.filter(isThere)}
            elements={work.elements}
            chosen={work.chosen}
            seen={seen}
            onShow={show}
          />
        </Panel>
        <div className={css['frame']} ref={frame}>
          <AdjustCanvas
            work={work}
            picture={page?.picture.url ?? ''}
            scale={scale}
            doubtful={new Set(low.filter(({ target }) => !seen.has(target)).map((p) => p.target))}
          />
        </div>
        <Panel title="所选" className={css['side'] ?? ''}>
          <ElementForm
            work={work}
            scores={scores}
            onScore={(nos, full) =>
              setScores((before) => ({
                ...before,
                ...Object.fromEntries(nos.map((no) => [no, full])),
              }))
            }
          />
        </Panel>
      </div>
      {isAsking && (
        <CarriedKeysDialog
          keys={carried}
          isSaving={save.isPending}
          onClose={() => setAsking(false)}
          onSave={store}
        />
      )}
      {isChecking && (
        <SampleCheck
          sheetId={points.sheet_id}
          pages={work.pages}
          samples={points.samples}
          onClose={() => setChecking(false)}
          onAdded={props.onReload}
        />
      )}
    </div>
  )
}
