import type { ScannerChoice } from '../../bridge/scanner-api.ts'
import type { StationInput } from '../../bridge/station-api.ts'

/** How an operator says that a scanner is reached. */
export type Way = StationInput<'listScanners'>['driver'] & ('usb' | 'escl' | 'folder' | 'simulated')

/** How each kind of scanner is reached, and what has to be typed in to find it. */
export const WAYS: Record<
  Way,
  {
    label: string
    address: { label: string; placeholder: string; help: string; isOptional?: boolean } | null
  }
> = {
  usb: { label: 'USB 扫描仪', address: null },
  escl: {
    label: '网络扫描仪',
    address: {
      label: '扫描仪地址（可以不填）',
      placeholder: '例如：192.168.1.20',
      help: '不填就在本地网络里搜索，约 3 秒；搜不到时在扫描仪的网络设置里查看地址',
      isOptional: true,
    },
  },
  folder: {
    label: '文件夹',
    address: {
      label: '图像文件夹',
      placeholder: '例如：D:\\扫描\\数学 或 /home/scan',
      help: '其他扫描软件存图的文件夹；图像收好后从这里删除',
    },
  },
  simulated: {
    label: '模拟扫描仪',
    address: {
      label: '当作一叠纸的文件夹',
      placeholder: '例如：/home/scan/练习',
      help: '没有扫描仪时练习用：文件夹里的图像按名称依次进纸',
    },
  },
}

export const wayOf = (driver: ScannerChoice['driver']): Way =>
  driver === 'escl' || driver === 'folder' || driver === 'simulated' ? driver : 'usb'

export const DRIVER_WORDS: Record<ScannerChoice['driver'], string> = {
  twain64: 'TWAIN',
  twain32: 'TWAIN',
  wia: 'WIA',
  sane: 'SANE',
  escl: '网络',
  folder: '文件夹',
  simulated: '模拟',
}

/** How a scanner that was found is reached; a source of 32 bits often exists beside one of 64. */
export const offerWord = (driver: ScannerChoice['driver']): string =>
  driver === 'twain64' || driver === 'twain32'
    ? `TWAIN ${driver.slice(5)} 位`
    : DRIVER_WORDS[driver]

export const PAPER_SOURCES: Record<ScannerChoice['paper_source'], string> = {
  duplex: '双面进纸',
  feeder: '单面进纸',
  flatbed: '平板',
}

export const MODES: Record<ScannerChoice['mode'], string> = {
  gray: '灰度',
  color: '彩色',
  bw: '黑白',
}

export const PAPERS: Record<ScannerChoice['paper'], string> = {
  a4: 'A4',
  a3: 'A3',
  b4: 'B4',
  '8k': '8 开',
  '16k': '16 开',
  b5: 'B5',
}

export const RESOLUTIONS = [150, 200, 240, 300, 400, 600]

/** The settings in one line. */
export const settingsLine = (choice: ScannerChoice): string =>
  [
    PAPER_SOURCES[choice.paper_source],
    `${choice.dpi} dpi`,
    MODES[choice.mode],
    PAPERS[choice.paper],
  ].join(' · ')
