import Type, { type Static } from 'typebox'
import { Background, ColourMode, Dropout, PaperSource, Tone } from '../protocol/settings.ts'

/** Drivers that a profile can be for. A TWAIN source is of 32 or of 64 bits; its profile serves both. */
const PROFILE_DRIVERS = [
  'twain64',
  'twain32',
  'sane',
  'escl',
  'wia',
  'folder',
  'simulated',
] as const

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const Seconds = (maximum: number, description: string) =>
  Type.Integer({ minimum: 1, maximum, description })
const closed = { additionalProperties: false }

/**
 * How a kind of scanner is used for answer sheets. Quirks of a model are data in such a file, never a
 * condition in the code. The published form is `scanner-profiles/profile.schema.json`.
 */
export const ScannerProfile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{1,40}$' }),
    name: Text(60),
    driver: Type.Enum([...PROFILE_DRIVERS]),
    match: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Regular expression, ignoring case, over vendor and model: the profile is offered first where it fits.',
      }),
    ),
    device: Type.Optional(
      Type.Object(
        {
          key: Type.String({
            minLength: 1,
            maxLength: 300,
            description: 'Vendor, model and serial number; never the id of a session.',
          }),
          name: Text(200),
        },
        { ...closed, description: 'The one scanner that the profile is for.' },
      ),
    ),
    basedOn: Type.Optional(
      Type.String({ maxLength: 60, description: 'Id of the shipped profile it was copied from.' }),
    ),
    source: Type.Object(
      {
        madeFrom: Text(400),
        verified: Type.Boolean({ description: 'Tried with a real scanner of this kind.' }),
      },
      { ...closed, description: 'Where the values come from.' },
    ),
    notes: Type.Optional(
      Type.String({ maxLength: 400, description: 'Chinese, for the operator.' }),
    ),
    paperSource: PaperSource,
    flipBack: Type.Boolean({
      description: 'The scanner delivers back sides upside down; they are turned by 180 degrees.',
    }),
    dpi: Type.Integer({ minimum: 150, maximum: 600 }),
    mode: ColourMode,
    tone: Tone,
    dropout: Dropout,
    marginMm: Type.Number({
      minimum: 0,
      maximum: 20,
      description: 'Scanned beyond each edge of the paper, so that marks at the edge are not cut.',
    }),
    overscan: Type.Boolean({
      description: 'The scanner’s own way of scanning beyond the paper; needs a model that has it.',
    }),
    background: Background,
    autoCropDeskew: Type.Literal('off', {
      description: 'Never on: a driver that crops, turns or cleans pages moves or hides marks.',
    }),
    doubleFeed: Type.Object(
      {
        detect: Type.Enum(['driver', 'device', 'none'], {
          description:
            'driver: switched on here; device: only by the scanner’s own settings; none: the scanner has none.',
        }),
        ultrasonic: Type.Boolean(),
        length: Type.Boolean(),
        action: Type.Literal('stop'),
      },
      closed,
    ),
    blankPage: Type.Enum(['keep', 'flag'], {
      description: 'keep: a blank page is a page; flag: told to the operator. It is never dropped.',
    }),
    waitForPaperS: Type.Integer({
      minimum: 0,
      maximum: 3600,
      description: 'How long a start waits for paper in the feeder, seconds; 0: not at all.',
    }),
    limitSheets: Type.Integer({
      minimum: 0,
      maximum: 5000,
      description: 'Sheets after which a pass ends; 0: when the feeder is empty.',
    }),
    readAhead: Type.Boolean({
      description: 'The scanner may draw the next sheet in while the one before is transferred.',
    }),
    twain: Type.Optional(
      Type.Object(
        {
          dsm: Type.Enum(['auto', 'new', 'old']),
          transfer: Type.Enum(['memory', 'native']),
          showVendorUi: Type.Boolean(),
        },
        { ...closed, description: 'The source manager, how pixels come over, the maker’s window.' },
      ),
    ),
    options: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
      { description: 'Options of the driver by its own names; they win over everything else.' },
    ),
    output: Type.Object(
      {
        format: Type.Enum(['jpeg', 'png']),
        quality: Type.Integer({ minimum: 90, maximum: 100, description: 'Of JPEG.' }),
      },
      {
        ...closed,
        description:
          'How raw pixels are stored; pictures that a scanner compressed stay as they are.',
      },
    ),
    timeouts: Type.Object(
      {
        openS: Seconds(300, 'Connecting.'),
        feedS: Seconds(300, 'From asking for a sheet to its first row; lamps warm up.'),
        readS: Seconds(300, 'Between rows.'),
      },
      { ...closed, description: 'Seconds without any progress after which the driver is ended.' },
    ),
  },
  {
    $id: 'https://hengjuan.local/scanner-profile.schema.json',
    title: 'Scanner profile of 衡卷',
    additionalProperties: false,
  },
)

export type ScannerProfile = Static<typeof ScannerProfile>
