import { Button } from '@blueprintjs/core'
import { matchAll } from '@hengjuan/contracts'
import { ReviewBoard, reviewKeyGroups } from '@hengjuan/scan-review'
import {
  ErrorState,
  KeyHint,
  KeyMapDialog,
  ProgressBar,
  ReasonButton,
  SkeletonPage,
  toast,
} from '@hengjuan/ui'
import { AcceptAll } from './AcceptAll.tsx'
import css from './scan-errors.module.css'
import { PeopleAtWork } from './PeopleAtWork.tsx'
import { PlaceFilter } from './PlaceFilter.tsx'
import { resultPath } from './result/result-path.ts'
import { WithoutSheet } from './WithoutSheet.tsx'
import { type ScanErrorsProps, useScanErrors } from './use-scan-errors.ts'

const KEY_GROUPS = reviewKeyGroups()

/** The exceptions of a subject: what waits, the sheet, what to decide. */
export function ScanErrors(props: ScanErrorsProps) {
  const {
    at,
    call,
    navigate,
    keyword,
    setKeyword,
    setAddress,
    batch,
    room,
    school,
    setPicked,
    isHelpOpen,
    setHelpOpen,
    isList,
    counts,
    list,
    item,
    decisions,
    detail,
    isSeen,
    ownerId,
    others,
    take,
    inHand,
    findCandidates,
  } = useScanErrors(props)
  if (counts.error)
    return <ErrorState error={counts.error} size="large" onRetry={() => void counts.refetch()} />
  if (!counts.data) return <SkeletonPage inset />
  return (
    <div className={css['root']}>
      <header className={css['head']}>
        <h1>
          扫描异常处理
          <small>
            {counts.data.exam_name} · {counts.data.subject_name}
          </small>
        </h1>
        <span className={css['progress']}>
          已扫考生
          <ProgressBar done={counts.data.scanned} total={counts.data.expected} label="已扫考生" />
        </span>
        <span className={css['grow']} />
        {props.category === 'choice' && (
          <Button onClick={() => props.onOneByOne(!props.oneByOne)}>
            {props.oneByOne ? '12 题一屏' : '逐题处理'}
          </Button>
        )}
        <Button onClick={() => void navigate(resultPath(at, isSeen ? ownerId : undefined))}>
          考生结果
        </Button>
        <Button
          disabled={decisions.pending}
          onClick={() =>
            void call(matchAll, { body: at })
              .then(({ matched, remaining }) =>
                toast.done(`新匹配 ${matched} 张，仍有 ${remaining} 张没有考生`),
              )
              .catch(toast.error)
              .then(decisions.refresh)
          }
        >
          重新匹配考号
        </Button>
        <ReasonButton
          reason={decisions.undoable === null ? '本次打开页面以来没有可以撤销的处理' : null}
          disabled={decisions.pending}
          {...(decisions.undoable === null ? {} : { title: decisions.undoable })}
          onClick={() => void decisions.undoLast()}
        >
          撤销 <KeyHint keys="Ctrl+Z" />
        </ReasonButton>
        <Button variant="minimal" onClick={() => setHelpOpen(true)}>
          快捷键 <KeyHint keys="?" />
        </Button>
      </header>
      <ReviewBoard
        counts={counts.data}
        category={props.category}
        onCategory={props.onCategory}
        list={{ data: list.data, error: list.error, retry: () => void list.refetch() }}
        keyword={keyword}
        onKeyword={setKeyword}
        item={item}
        onPick={setPicked}
        detail={{ data: detail.data, error: detail.error, retry: () => void detail.refetch() }}
        decisions={decisions}
        findCandidates={findCandidates}
        hasDecisions={props.hasDecisions}
        oneByOne={props.oneByOne}
        onOneByOne={props.onOneByOne}
        isScanned={counts.data.scanned + counts.data.handled > 0}
        filters={
          <PlaceFilter
            places={counts.data}
            batch={batch}
            room={room}
            school={school}
            onChange={(change) => {
              setPicked(null)
              setAddress(
                (before) => {
                  for (const [name, value] of Object.entries(change))
                    if (value) before.set(name, value)
                    else before.delete(name)
                  return before
                },
                { replace: true },
              )
            }}
          />
        }
        isNarrowed={batch !== null || room !== null || school !== null}
        inHand={inHand}
        onTake={take}
        foot={<PeopleAtWork others={others} items={list.data?.list ?? []} />}
        stripHead={<AcceptAll at={at} decisions={decisions} />}
        {...(isList ? {} : { instead: <WithoutSheet at={at} decisions={decisions} /> })}
      />
      <KeyMapDialog groups={KEY_GROUPS} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}
