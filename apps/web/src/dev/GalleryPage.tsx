import { Button } from '@blueprintjs/core'
import { milli } from '@hengjuan/domain'
import {
  BarChart,
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  ErrorState,
  FilterBar,
  FilterField,
  Histogram,
  ImageViewer,
  KeyHint,
  LineChart,
  PageHeader,
  Panel,
  ProgressBar,
  ProgressRing,
  ReasonButton,
  Score,
  SearchField,
  Segmented,
  SkeletonLines,
  StatTile,
  StatTiles,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import css from './gallery.module.css'

interface Row {
  id: number
  name: string
  examNo: string
  score: number | null
  marked: number
}

/** 5,000 rows with figures that differ, to scroll and sort. */
const rows: Row[] = Array.from({ length: 5000 }, (_, index) => ({
  id: index + 1,
  name: `考生${String(index + 1).padStart(4, '0')}`,
  examNo: String(20260001 + index),
  score: index % 41 === 0 ? null : milli(((index * 37) % 241) / 2),
  marked: (index * 7) % 121,
}))

const columns: Column<Row>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 120,
    frozen: true,
    render: (row) => row.name,
    sortBy: (row) => row.name,
  },
  { key: 'examNo', title: '考号', width: 120, frozen: true, render: (row) => row.examNo },
  {
    key: 'score',
    title: '总分',
    hint: '客观题得分与主观题得分之和',
    width: 110,
    align: 'right',
    render: (row) => <Score value={row.score} full={milli(120)} />,
    sortBy: (row) => row.score,
  },
  {
    key: 'state',
    title: '状态',
    width: 120,
    render: (row) =>
      row.score === null ? (
        <StatusTag status="idle">缺考</StatusTag>
      ) : (
        <StatusTag status="ok">已完成</StatusTag>
      ),
  },
  {
    key: 'marked',
    title: '阅卷进度',
    width: 220,
    grow: true,
    render: (row) => (
      <span className={css['wide']}>
        <ProgressBar label="阅卷进度" done={row.marked} total={120} />
      </span>
    ),
    sortBy: (row) => row.marked,
  },
]

/** A scan-like picture, so that the viewer needs no file. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="1240" height="1754" fill="#fff"/>${Array.from({ length: 40 }, (_, line) => `<path d="M120 ${140 + line * 38}h1000" stroke="#667"/>`).join('')}<rect x="60" y="60" width="40" height="40"/><rect x="1140" y="60" width="40" height="40"/><text x="140" y="120" font-size="40">答题卡 第 1 页</text></svg>`,
)}`

/** Every component on one page; exists in development only. */
export function GalleryPage() {
  const [isAsking, setIsAsking] = useState(false)
  const [tab, setTab] = useState('all')
  const [keyword, setKeyword] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string | number>>(new Set([2]))
  const [open, setOpen] = useState<number | null>(3)
  return (
    <div className={css['root']}>
      <PageHeader
        title="期中考试 · 数学"
        tags={<StatusTag status="busy">扫描阅卷</StatusTag>}
        subtitle="高二年级 · 160 人 · 数据更新于 12:03:21"
        actions={
          <>
            <Button onClick={() => toast.done('已退回 37 份', { text: '撤销', onClick: () => {} })}>
              提示
            </Button>
            <Button onClick={() => setIsAsking(true)}>退回</Button>
            <ReasonButton intent="primary" reason="还有 7 份待仲裁，处理后才能发布">
              发布成绩
            </ReasonButton>
          </>
        }
      >
        <FilterBar onReset={() => setKeyword('')} trailing="共 5000 人">
          <FilterField label="题块">
            <Segmented
              label="题块"
              options={[
                { value: 'all', label: '全部', count: 12 },
                { value: 'open', label: '阅卷中', count: 7 },
                { value: 'done', label: '已完成', count: 5 },
              ]}
              value={tab}
              onChange={setTab}
            />
          </FilterField>
          <SearchField value={keyword} onChange={setKeyword} placeholder="姓名或考号" />
        </FilterBar>
      </PageHeader>
      <StatTiles>
        <StatTile label="总份数" value="1,920" unit="份" note="12 个题块 × 160 人" />
        <StatTile label="已完成" value="1,204" unit="份" status="ok" onClick={() => {}} />
        <StatTile
          label="待仲裁"
          value="7"
          unit="份"
          status="warn"
          note="最久等待 18 分钟"
          onClick={() => {}}
        />
        <StatTile label="问题卷" value="2" unit="份" status="bad" onClick={() => {}} />
      </StatTiles>
      <Panel title="考生" note="点击一行查看" footer="口径：应考人数含缺考，不含未选考" flush>
        <DataTable
          label="考生"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          empty={<EmptyState title="还没有考生">先导入考生名单。</EmptyState>}
          onOpenRow={(row) => setOpen(row.id)}
          currentKey={open}
          selection={{ keys: ticked, onChange: setTicked }}
          maxHeight="360px"
        />
      </Panel>
      <div className={css['two']}>
        <Panel>
          <Histogram
            title="总分分布"
            xTitle="分数段"
            yTitle="人数"
            bins={[4, 9, 18, 34, 41, 30, 17, 7].map((count, index) => ({
              from: 40 + index * 10,
              to: 50 + index * 10,
              count,
              isLast: index === 7,
            }))}
          />
        </Panel>
        <Panel>
          <LineChart
            title="每小时阅卷量"
            xTitle="时间"
            yTitle="份"
            labels={['8 时', '9 时', '10 时', '11 时', '14 时', '15 时']}
            series={[
              { name: '全体平均', values: [40, 62, 70, 66, 58, 61] },
              { name: '李老师', values: [38, 70, 82, 77, null, 64] },
            ]}
            areaOf="全体平均"
          />
        </Panel>
        <Panel>
          <BarChart
            title="各班均分"
            xTitle="班级"
            yTitle="均分"
            labels={['1班', '2班', '3班', '4班']}
            series={[
              { name: '数学', values: [82.5, 79.25, 86, 80.5] },
              { name: '英语', values: [78, 81.5, 80, 77.75] },
            ]}
          />
        </Panel>
        <Panel title="图像">
          <div className={css['image']}>
            <ImageViewer
              src={picture}
              alt="答题卡第 1 页"
              regions={[
                {
                  id: 1,
                  x: 700,
                  y: 200,
                  width: 380,
                  height: 220,
                  status: 'bad',
                  label: '考号',
                  isCurrent: true,
                },
                { id: 2, x: 140, y: 520, width: 460, height: 200, status: 'warn', label: '选择题' },
              ]}
            />
          </div>
        </Panel>
        <Panel title="状态">
          <div className={css['tags']}>
            <StatusTag status="ok">正常</StatusTag>
            <StatusTag status="warn">待核实</StatusTag>
            <StatusTag status="bad">考号异常</StatusTag>
            <StatusTag status="idle">未开始</StatusTag>
            <StatusTag status="busy">阅卷中</StatusTag>
            <KeyHint keys="Ctrl+Enter" />
            <ProgressRing label="进度" done={128} total={200} />
            <ProgressRing label="进度" done={200} total={200} status="ok" />
          </div>
          <SkeletonLines lines={3} />
        </Panel>
        <Panel title="出错">
          <ErrorState error={new Error('x')} onRetry={() => {}} />
        </Panel>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="退回评阅"
        effect="将退回李老师的 37 份评阅"
        confirmText="退回 37 份"
        isDestructive
        onConfirm={() => setIsAsking(false)}
        onClose={() => setIsAsking(false)}
      >
        <p>退回后由原阅卷教师重新评阅，其他题块不受影响。</p>
      </ConfirmDialog>
    </div>
  )
}
