export { blocks } from '@mutual-transfer/domain/languages/hi/block-names';
