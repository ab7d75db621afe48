import type { ScannerProfile } from '@hengjuan/scanner-bridge'

/** A field of a profile as a person edits it. `path` names it within the profile, with dots. */
export type ProfileField = {
  path: string
  label: string
  /** What it does and when to change it. */
  help: string
  /** Shown only where it has a meaning. */
  when?: (profile: ScannerProfile) => boolean
} & (
  | { kind: 'text'; maxLength: number; isOptional?: boolean }
  | {
      kind: 'number'
      min: number
      max: number
      unit: string
      isWhole: boolean
      isOptional?: boolean
    }
  | { kind: 'choice'; options: Record<string, string> }
  | { kind: 'switch' }
)

export interface ProfileSection {
  title: string
  fields: readonly ProfileField[]
}

const isTwain = ({ driver }: ScannerProfile) => driver.startsWith('twain')
/** The driver asks the device; a folder and its software do not listen. */
const isDevice = ({ driver }: ScannerProfile) => driver !== 'folder'

const number = (
  path: string,
  label: string,
  range: [min: number, max: number, unit: string],
  help: string,
): ProfileField => {
  const [min, max, unit] = range
  return { kind: 'number', path, label, help, min, max, unit, isWhole: true }
}

/** Every field of a profile that can be edited, in the order of the form. */
export const PROFILE_SECTIONS: readonly ProfileSection[] = [
  {
    title: '基本',
    fields: [
      { kind: 'text', path: 'name', label: '名称', maxLength: 60, help: '在选择扫描仪时显示' },
      {
        kind: 'text',
        path: 'match',
        label: '适用机型',
        maxLength: 200,
        isOptional: true,
        help: '扫描仪名称中的字样（正则表达式），如 fi-7\\d{3}；符合时优先使用。不填则适用于所有机型',
      },
      {
        kind: 'text',
        path: 'notes',
        label: '给扫描员的说明',
        maxLength: 400,
        isOptional: true,
        help: '连接扫描仪时显示',
      },
    ],
  },
  {
    title: '进纸',
    fields: [
      {
        kind: 'choice',
        path: 'paperSource',
        label: '进纸方式',
        help: '答题卡正反面都有内容时用双面',
        options: { duplex: '双面进纸', feeder: '单面进纸', flatbed: '平板' },
      },
      {
        kind: 'switch',
        path: 'flipBack',
        label: '反面旋转 180°',
        help: '扫描仪检查时反面是倒的才打开',
        when: ({ paperSource }) => paperSource === 'duplex',
      },
      number(
        'waitForPaperS',
        '等待放纸',
        [0, 3600, '秒'],
        '点「开始扫描」后等纸放好的时间；0 为不等',
      ),
      number('limitSheets', '每次最多', [0, 5000, '张'], '扫到这么多张就停；0 为扫到没纸为止'),
      {
        kind: 'switch',
        path: 'readAhead',
        label: '预先进纸',
        help: '传图时先走下一张，更快；卡纸后要多放回一两张',
        when: isDevice,
      },
    ],
  },
  {
    title: '图像',
    fields: [
      number('dpi', '分辨率', [150, 600, 'dpi'], '一般用 200 或 300'),
      {
        kind: 'choice',
        path: 'mode',
        label: '颜色',
        help: '一般用灰度；红色卡需要去底色时用彩色',
        options: { gray: '灰度', color: '彩色', bw: '黑白' },
      },
      number('tone.brightness', '亮度', [-100, 100, ''], '0 为扫描仪自身的设置；大的更亮'),
      number('tone.contrast', '对比度', [-100, 100, ''], '0 为扫描仪自身的设置；大的更浓'),
      {
        kind: 'number',
        path: 'tone.threshold',
        label: '黑白阈值',
        min: 1,
        max: 254,
        unit: '',
        isWhole: true,
        isOptional: true,
        help: '比它暗的算黑；不填用扫描仪自身的设置',
        when: ({ mode }) => mode === 'bw',
      },
      {
        kind: 'choice',
        path: 'dropout',
        label: '滤除颜色',
        help: '让这种颜色的印刷线不出现在图像里；需要扫描仪支持',
        options: { none: '不滤色', red: '红色', green: '绿色', blue: '蓝色' },
        when: isDevice,
      },
      {
        kind: 'number',
        path: 'marginMm',
        label: '四周多扫',
        min: 0,
        max: 20,
        unit: '毫米',
        isWhole: false,
        help: '防止纸边的定位点被切掉，一般 3 毫米',
      },
      {
        kind: 'switch',
        path: 'overscan',
        label: '扫描仪的超范围扫描',
        help: '纸走斜了也不切边；有这项功能的机型才打开',
        when: isDevice,
      },
      {
        kind: 'choice',
        path: 'background',
        label: '背景',
        help: '纸以外部分的颜色',
        options: { default: '扫描仪自身的设置', black: '黑', white: '白' },
        when: isDevice,
      },
    ],
  },
  {
    title: '重张与空白页',
    fields: [
      {
        kind: 'choice',
        path: 'doubleFeed.detect',
        label: '重张检测',
        help: '一次进了两张时停机。关掉会漏扫，且事后看不出来',
        options: { driver: '由本软件打开', device: '按扫描仪自身的设置', none: '扫描仪没有' },
      },
      {
        kind: 'switch',
        path: 'doubleFeed.ultrasonic',
        label: '超声波检测',
        help: '两张纸之间有空隙就停，最可靠',
        when: ({ doubleFeed }) => doubleFeed.detect === 'driver',
      },
      {
        kind: 'switch',
        path: 'doubleFeed.length',
        label: '长度检测',
        help: '比第一张长或短就停；纸长不一的一叠要关掉',
        when: ({ doubleFeed }) => doubleFeed.detect === 'driver',
      },
      {
        kind: 'choice',
        path: 'blankPage',
        label: '空白页',
        help: '空白页总会保留，不会删除',
        options: { keep: '保留', flag: '保留，并在扫完后列出' },
      },
    ],
  },
  {
    title: '存图',
    fields: [
      {
        kind: 'choice',
        path: 'output.format',
        label: '格式',
        help: '扫描仪自己压缩的图像原样保存',
        options: { jpeg: 'JPEG', png: 'PNG（无损，文件大）' },
      },
      {
        ...number('output.quality', 'JPEG 质量', [90, 100, ''], '一般 92'),
        when: ({ output }) => output.format === 'jpeg',
      },
    ],
  },
  {
    title: 'TWAIN',
    fields: [
      {
        kind: 'choice',
        path: 'twain.dsm',
        label: '数据源管理器',
        help: '个别驱动只在其中一种下能用；列不出扫描仪时换一种试试',
        options: { auto: '自动', new: '新版 (TWAINDSM.dll)', old: '旧版 (twain_32.dll)' },
        when: isTwain,
      },
      {
        kind: 'choice',
        path: 'twain.transfer',
        label: '传图方式',
        help: '图像错位或扫到一半出错时换一种试试',
        options: { memory: '分段传输', native: '整页传输' },
        when: isTwain,
      },
      {
        kind: 'switch',
        path: 'twain.showVendorUi',
        label: '显示厂商的设置窗口',
        help: '每次扫描前由厂商的窗口设置；打开后上面的设置不再起作用',
        when: isTwain,
      },
    ],
  },
  {
    title: '时限',
    fields: [
      number('timeouts.openS', '连接', [1, 300, '秒'], '超过则认为连不上'),
      number(
        'timeouts.feedS',
        '等第一行',
        [1, 300, '秒'],
        '进纸后多久没有图像就停；预热慢的机型要加长',
      ),
      number('timeouts.readS', '传图停顿', [1, 300, '秒'], '传图中断多久就停'),
    ],
  },
]

/** The fields that this profile has a use for. */
export const fieldsOf = (profile: ScannerProfile): ProfileField[] =>
  PROFILE_SECTIONS.flatMap(({ fields }) => fields.filter(({ when }) => when?.(profile) ?? true))

/** The value at a path; undefined where there is none. */
export function valueAt(profile: ScannerProfile, path: string): unknown {
  let value: unknown = profile
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key]
  return value
}

/** A copy with another value at a path; undefined takes an optional field away. */
export function withValue(profile: ScannerProfile, path: string, value: unknown): ScannerProfile {
  const set = (part: object, [key = '', ...rest]: string[]): object => {
    const { [key]: before, ...others } = part as Record<string, unknown>
    if (rest.length === 0) return value === undefined ? others : { ...part, [key]: value }
    return { ...part, [key]: set((before as object | undefined) ?? {}, rest) }
  }
  return set(profile, path.split('.')) as ScannerProfile
}

/** TWAIN is one driver in two widths; a profile for one serves the other. */
export const isSameFamily = (one: string, other: string): boolean =>
  one === other || (one.startsWith('twain') && other.startsWith('twain'))
