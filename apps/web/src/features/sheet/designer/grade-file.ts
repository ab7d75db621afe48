import { type CalibrationGrade, dpiOfScan, gradeScan, PAPERS } from '@hengjuan/sheet/layout'

/** Nothing leaves the window: the picture is measured where it was chosen. */
export async function gradeFile(file: File, paper: keyof typeof PAPERS): Promise<CalibrationGrade> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture)
    return { kind: 'unreadable', advice: '这个文件不是可用的图片，请选择 JPEG 或 PNG。' }
  const { width, height } = picture
  const head = new Uint8Array(await file.slice(0, 32).arrayBuffer())
  const dpi = dpiOfScan(head, width, PAPERS[paper].widthMm)
  if (dpi === null)
    return {
      kind: 'unreadable',
      advice: `看不出分辨率，请用扫描仪按 ${paper} 纸、200 或 300 dpi 重新扫描。`,
    }
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return { kind: 'unreadable', advice: '图片太大，请按 200 dpi 重新扫描。' }
  context.drawImage(picture, 0, 0)
  picture.close()
  const { data } = context.getImageData(0, 0, width, height)
  const grey = new Uint8Array(width * height)
  for (let at = 0; at < grey.length; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3)
    grey[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return gradeScan({ widthPx: width, heightPx: height, grey }, paper, dpi)
}
