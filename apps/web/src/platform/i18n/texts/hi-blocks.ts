export { blocks } from '@mutual-transfer/domain/language/packs/hi/block-names';
