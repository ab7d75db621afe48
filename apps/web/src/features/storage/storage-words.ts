import type { ReplyOf, serverStorage } from '@hengjuan/contracts'

export type Disk = ReplyOf<typeof serverStorage>['disks'][number]

const HELD = { data: '数据', images: '图像' } as const
const UNITS = [
  ['TB', 2 ** 40],
  ['GB', 2 ** 30],
  ['MB', 2 ** 20],
] as const

/** 「3.2 GB」, cut and never rounded up: what is left is not less than said. */
export function sizeText(bytes: number): string {
  const [unit, size] = UNITS.find(([, least]) => bytes >= least) ?? UNITS[2]
  const amount = bytes / size
  return `${amount >= 100 ? Math.floor(amount) : Math.floor(amount * 10) / 10} ${unit}`
}

/** What an administrator reads of a disk that has little room; null for one that has enough. */
export function diskWords(disk: Disk): { title: string; text: string } | null {
  const held = disk.holds.map((what) => HELD[what]).join('和')
  const left = `存放${held}的磁盘还剩 ${sizeText(disk.free_bytes)}，共 ${sizeText(disk.total_bytes)}。`
  switch (disk.level) {
    case 'ok':
      return null
    case 'near':
      return {
        title: '服务器磁盘快满了',
        text: `${left}阅卷和扫描目前不受影响；请在下次扫描前联系维护服务器的人员清理或扩容。`,
      }
    case 'full':
      return {
        title: '服务器磁盘已满',
        text: `${left}新的给分和扫描可能保存不了，已经保存的不受影响；没能提交的给分留在教师的浏览器中，扫描留在扫描站，有空间后自动上传。请立即联系维护服务器的人员清理磁盘，清理后不必重启。`,
      }
    case 'away':
      return {
        title: `服务器读不到存放${held}的磁盘`,
        text: `与${held}有关的操作暂时不能进行，已经保存的不受影响。请立即联系维护服务器的人员检查磁盘，恢复后不必重启。`,
      }
    case 'silent':
      return {
        title: `存放${held}的磁盘没有回应`,
        text: `与${held}有关的操作可能一直等待；已经保存的不受影响。如果是网络磁盘，多半是连接断了，请立即联系维护服务器的人员检查；恢复后会自动继续，这条提示随即消失。`,
      }
  }
}
