import type { ScannerChoice } from '../../bridge/station-api.ts'

/** How each kind of scanner is reached, and what has to be typed in to find it. */
export const DRIVERS: Record<
  ScannerChoice['driver'],
  { label: string; address: { label: string; placeholder: string; help: string } | null }
> = {
  sane: { label: 'USB 扫描仪', address: null },
  escl: {
    label: '网络扫描仪',
    address: {
      label: '扫描仪地址',
      placeholder: '例如：http://192.168.1.20/eSCL',
      help: '在扫描仪的网络设置里可以查到；也可以只填 IP 地址',
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
