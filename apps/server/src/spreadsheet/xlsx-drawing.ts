/** A picture over a sheet: its upper left corner lies in a cell. */
export interface XlsxPicture {
  /** From 0. */
  row: number
  column: number
  /** Below the upper edge of the row. */
  topPx: number
  widthPx: number
  heightPx: number
  /** What is shown, for who hears it. */
  text: string
  /** A JPEG, read when it is written. */
  bytes: () => Promise<Buffer>
}

/** English metric units of a pixel at 96 dpi. */
const EMU = 9525
/** So much room is left of and above a picture. */
const GAP_PX = 2
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'

/** The drawing part of a sheet: its pictures by the ids of their relations, `rId1` the first. */
export const drawingXml = (
  pictures: readonly XlsxPicture[],
  office: string,
  escaped: (text: string) => string,
): string =>
  `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${office}">${pictures
    .map((picture, at) => {
      const { row, column, topPx, widthPx, heightPx } = picture
      const size = `cx="${Math.round(widthPx * EMU)}" cy="${Math.round(heightPx * EMU)}"`
      const text = escaped(picture.text)
      return `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>${GAP_PX * EMU}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${Math.round((GAP_PX + topPx) * EMU)}</xdr:rowOff></xdr:from><xdr:ext ${size}/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${at + 1}" name="${text}" descr="${text}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId${at + 1}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
    })
    .join('')}</xdr:wsDr>`

/** The bytes of a picture as a part of the archive: it is in memory while it is written. */
export async function* pictureBytes({ bytes }: XlsxPicture): AsyncGenerator<Buffer> {
  yield await bytes()
}
