import { hindi as messages } from '@mutual-transfer/domain/messages/hindi';
import type { InsideCatalogue } from './catalogue-shape.ts';
import { hindiInside as texts } from './texts/hindi-inside.ts';

/** What readers of Hindi read beyond the public list. */
export const hindiInside: InsideCatalogue = { texts, messages };
