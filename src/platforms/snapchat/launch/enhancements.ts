import type { Enhancements } from '../../contract/enhancements.ts'

export const enhancements = {
  /** Which part of the picture is seen where the screen has another shape. */
  crop_position: { place: 'creative.top_snap_crop_position', on: 'OPTIMIZED', off: 'MIDDLE' },
  cta_color: {
    place: 'creative.cta_color_display_mode',
    on: 'AUTO_COLOR_DETECTION',
    off: 'DEFAULT_COLOR',
    of: 'links',
  },
} satisfies Enhancements
