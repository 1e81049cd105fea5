import { english as messages } from '@mutual-transfer/domain/messages/english';
import type { InsideCatalogue } from './catalogue-shape.ts';
import { englishInside as texts } from './texts/english-inside.ts';

/** What readers of English read beyond the public list. */
export const englishInside: InsideCatalogue = { texts, messages };
